// @ts-check
// Names, addresses and words of replays. No page in here.

/** Bytes of a file that is sent: the server takes no longer messages. An hour of hard play is below. */
export const MOST_BYTES = 240_000;

/** Bytes of a recording that an address can carry in every browser. */
export const LONGEST_LINK = 32000;

/**
 * The recording in an address; nothing if it is none.
 * @param {string} hash
 * @returns {string|null}
 */
export function recordingIn(hash) {
  const match = /^#?replay=([A-Za-z0-9_-]{4,})$/.exec(hash);
  return match?.[1] ?? null;
}

/**
 * The address of a replay.
 * @param {string} page Address of the page, with whatever it has.
 * @param {string} table
 * @param {string} recording
 */
export function replayAddress(page, table, recording) {
  const address = new URL(page);
  if (table) address.searchParams.set('table', table);
  address.hash = `replay=${recording}`;
  return address.href;
}

/**
 * What a saved game is called.
 * @param {string} table
 * @param {number[]} scores
 */
export function fileName(table, scores) {
  const plain = table.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'table';
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  return `carom-${plain}-${best}.json`;
}

/**
 * What the text of a file is sent as: the recording of a link, or the file's own text.
 * @param {string} text
 * @returns {string|null} Nothing if it cannot be a recording.
 */
export function recordingOf(text) {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const inAddress = /#replay=([A-Za-z0-9_-]+)$/.exec(trimmed);
  if (inAddress?.[1]) return inAddress[1];
  if (/^[A-Za-z0-9_-]{16,}$/.test(trimmed)) return trimmed;
  try {
    const value = JSON.parse(trimmed);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? trimmed : null;
  } catch {
    return null;
  }
}

/**
 * @param {number[]} scores
 */
export function scoreText(scores) {
  return scores.map((score) => score.toLocaleString('en')).join(', ');
}
