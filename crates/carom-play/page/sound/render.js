// @ts-check
// From recipes and notes to samples. Plain arithmetic, so that it can be tested without a loudspeaker.

/** @typedef {import('./recipes.js').Recipe} Recipe */
/** @typedef {import('./tunes.js').Note} Note */

/** The loudest sample of every rendered sound: how loud it is played is decided elsewhere. */
export const PEAK = 0.8;

/**
 * Noise that is the same every time.
 * @param {number} seed
 * @returns {() => number} from -1 to 1
 */
export function noise(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2147483648 - 1;
  };
}

/**
 * @param {Recipe} recipe
 * @param {number} rate samples per second
 * @returns {Float32Array<ArrayBuffer>}
 */
export function renderRecipe(recipe, rate) {
  const out = new Float32Array(Math.ceil(recipe.seconds * rate));
  for (const { hz, to = hz, decay, gain, at = 0 } of recipe.tones) {
    const first = Math.round(at * rate);
    let phase = 0;
    for (let k = first; k < out.length; k += 1) {
      const time = (k - first) / rate;
      const level = Math.exp(-time / decay);
      if (level < 1e-4) break;
      phase += (to + (hz - to) * level) / rate;
      // A third of a millisecond of attack: no click of its own.
      out[k] += gain * level * Math.min(1, time * 3000) * Math.sin(2 * Math.PI * phase);
    }
  }
  recipe.bursts.forEach(({ hz, q, decay, gain, at = 0 }, index) => {
    const next = noise(977 + 131 * index + Math.round(hz));
    const filter = bandPass(hz, q, rate);
    const first = Math.round(at * rate);
    for (let k = first; k < out.length; k += 1) {
      const level = Math.exp((first - k) / rate / decay);
      if (level < 1e-4) break;
      out[k] += 2 * gain * level * filter(next());
    }
  });
  return finished(out, rate);
}

/**
 * @param {Note[]} notes
 * @param {number} rate samples per second
 * @returns {Float32Array<ArrayBuffer>}
 */
export function renderTune(notes, rate) {
  const end = Math.max(0.05, ...notes.map((note) => note.at + note.seconds + 0.05));
  const out = new Float32Array(Math.ceil(end * rate));
  for (const note of notes) {
    const first = Math.round(note.at * rate);
    const count = Math.min(out.length - first, Math.ceil((note.seconds + 0.04) * rate));
    for (let k = 0; k < count; k += 1) {
      out[first + k] += note.gain * sample(note, k / rate);
    }
  }
  return finished(out, rate);
}

/**
 * Noise that can be played round and round: what a rolling ball stirs up.
 * @param {number} seconds
 * @param {number} rate
 * @returns {Float32Array<ArrayBuffer>}
 */
export function renderRumble(seconds, rate) {
  const out = new Float32Array(Math.ceil(seconds * rate));
  const next = noise(4711);
  let slow = 0;
  // Twice round: the filter's state at the end is that at the start, so the loop has no seam.
  const raw = Float32Array.from(out, () => next());
  for (let round = 0; round < 2; round += 1) {
    for (let k = 0; k < out.length; k += 1) {
      slow += 0.12 * ((raw[k] ?? 0) - slow);
      out[k] = 0.7 * slow + 0.3 * (raw[k] ?? 0);
    }
  }
  const peak = out.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
  return out.map((x) => (PEAK * x) / peak);
}

/**
 * The echo of a wooden box: short, dull, the same on both sides but for its grain.
 * @param {number} seed
 * @param {number} rate
 * @returns {Float32Array<ArrayBuffer>}
 */
export function renderBox(seed, rate) {
  const next = noise(seed);
  let dull = 0;
  return new Float32Array(Math.ceil(0.16 * rate)).map((_, k) => {
    dull += 0.25 * (next() - dull);
    return dull * Math.exp(-k / rate / 0.035);
  });
}

/**
 * One sample of a note.
 * @param {Note} note
 * @param {number} time s since it began
 */
function sample({ hz, seconds, voice }, time) {
  const turn = 2 * Math.PI * hz * time;
  const attack = Math.min(1, time * 250);
  const release = Math.min(1, Math.max(0, (seconds - time) * 25 + 1));
  switch (voice) {
    case 'bell': {
      const fade = Math.exp((-3.2 * time) / seconds);
      const ring = Math.sin(turn) + 0.45 * fade * Math.sin(2.76 * turn) + 0.25 * fade * fade * Math.sin(5.4 * turn);
      return 0.6 * Math.min(1, time * 1500) * fade * release * ring;
    }
    case 'brass': {
      const bright = Math.min(1, time * 18) * Math.exp(-1.5 * time);
      let sum = 0;
      for (let n = 1; n <= 6; n += 1) sum += (Math.sin(n * turn) / n) * (n === 1 ? 1 : bright);
      return 0.5 * attack * release * sum;
    }
    case 'buzz': {
      let sum = 0;
      for (let n = 1; n <= 9; n += 2) sum += Math.sin(n * turn) / n;
      return 0.5 * attack * release * sum;
    }
    default:
      return Math.min(1, time * 3000) * Math.exp((-6 * time) / seconds) * Math.sin(turn);
  }
}

/**
 * A band-pass of two poles with a peak of 1 (R. Bristow-Johnson's cookbook).
 * @param {number} hz
 * @param {number} q
 * @param {number} rate
 * @returns {(x: number) => number}
 */
function bandPass(hz, q, rate) {
  const angle = 2 * Math.PI * Math.min(hz / rate, 0.45);
  const alpha = Math.sin(angle) / (2 * q);
  const scale = 1 + alpha;
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = (alpha * (x - x2) + 2 * Math.cos(angle) * y1 - (1 - alpha) * y2) / scale;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  };
}

/**
 * Of even loudness, with an end that does not click.
 * @param {Float32Array<ArrayBuffer>} samples
 * @param {number} rate
 */
function finished(samples, rate) {
  const peak = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
  const fade = Math.min(samples.length, Math.round(0.006 * rate));
  return samples.map((x, k) => ((PEAK * x) / peak) * Math.min(1, (samples.length - 1 - k) / fade));
}
