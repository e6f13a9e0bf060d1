// @ts-check
// Which tiles of the picture must be drawn anew: those that something touched in the frame before, or touches now. Most of a
// table stands still, and is not painted again.

/** Pixels: width of a tile. */
export const TILE = 48;

/** A grid of tiles over the picture. */
export class Tiles {
  /**
   * @param {number} width
   * @param {number} height
   */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.across = Math.ceil(width / TILE);
    this.down = Math.ceil(height / TILE);
    // The first frame draws everything.
    this.now = new Uint8Array(this.across * this.down).fill(1);
    this.before = new Uint8Array(this.across * this.down);
    this.both = new Uint8Array(this.across * this.down);
  }

  /** A new frame begins. */
  next() {
    [this.before, this.now] = [this.now, this.before];
    this.now.fill(0);
  }

  /**
   * Something is drawn within these borders.
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom
   */
  touch(left, top, right, bottom) {
    const x1 = Math.max(0, Math.floor((left - 1) / TILE));
    const y1 = Math.max(0, Math.floor((top - 1) / TILE));
    const x2 = Math.min(this.across - 1, Math.floor((right + 1) / TILE));
    const y2 = Math.min(this.down - 1, Math.floor((bottom + 1) / TILE));
    for (let y = y1; y <= y2; y++) this.now.fill(1, y * this.across + x1, y * this.across + x2 + 1);
  }

  /** Everything is to be drawn anew. */
  touchAll() {
    this.now.fill(1);
  }

  /** All has been marked: what is to be drawn is now known. */
  settle() {
    for (let k = 0; k < this.both.length; k++) this.both[k] = this.before[k] | this.now[k];
  }

  /**
   * Calls back for every run of tiles that are to be drawn, row by row.
   * @param {Uint8Array | null} also If given, only tiles that are set here as well.
   * @param {(x: number, y: number, wide: number, tall: number) => void} draw
   */
  each(also, draw) {
    for (let row = 0; row < this.down; row++) {
      let from = -1;
      for (let column = 0; column <= this.across; column++) {
        const k = row * this.across + column;
        const set = column < this.across && this.both[k] !== 0 && (also === null || also[k] !== 0);
        if (set && from < 0) from = column;
        if (!set && from >= 0) {
          const x = from * TILE;
          const y = row * TILE;
          draw(x, y, Math.min(this.width - x, (column - from) * TILE), Math.min(this.height - y, TILE));
          from = -1;
        }
      }
    }
  }
}
