// @ts-check
// Keeps the picture fluent: where frames come too slowly, it becomes less sharp rather than less smooth.

/** ms: frames farther apart than this on average are too slow. */
const SLOW = 26;
/** ms: a pause as long as this is no slow frame: the page was hidden, or a picture was being painted. */
const PAUSE = 200;
/** Frames over which the pace is taken. */
const FRAMES = 90;

/** Measures how fast frames come. */
export class Pace {
  constructor() {
    /** The share of the full sharpness that this machine can draw. */
    this.share = 1;
    this.last = 0;
    this.sum = 0;
    this.count = 0;
  }

  /**
   * A frame is drawn. True when the share has changed.
   * @param {number} now ms
   */
  note(now) {
    const took = now - this.last;
    this.last = now;
    if (took <= 0 || took > PAUSE) return false;
    this.sum += took;
    this.count++;
    if (this.count < FRAMES) return false;
    const mean = this.sum / this.count;
    this.sum = this.count = 0;
    if (mean < SLOW || this.share < 0.3) return false;
    this.share *= 0.75;
    return true;
  }
}
