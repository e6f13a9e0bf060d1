// @ts-check
// Do words stand out from what is behind them?

/**
 * Words with less contrast than WCAG's level AA asks for.
 * @param {import('playwright-core').Page} page
 * @param {string} selector Where to look.
 * @returns {Promise<string[]>}
 */
export function weakWords(page, selector) {
  return page.evaluate((within) => {
    const luminance = (/** @type {number[]} */ rgb) => {
      const [r, g, b] = rgb.map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const canvas = new OffscreenCanvas(1, 1);
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
    /** Colours upon each other, from the ground up, as the browser itself mixes them. */
    const mixed = (/** @type {string[]} */ colours) => {
      pen.fillStyle = '#0b0c10';
      pen.fillRect(0, 0, 1, 1);
      for (const colour of colours) {
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
      }
      return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    /** @type {string[]} */
    const weak = [];
    for (const element of document.querySelectorAll(within)) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const html = /** @type {HTMLElement} */ (element);
      if (!own || !html.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest('.sr')) continue;
      /** @type {string[]} */
      const grounds = [];
      for (let at = /** @type {Element|null} */ (element); at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor);
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const [a, b] = [luminance(mixed([...grounds, color])), luminance(mixed(grounds))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
      if (contrast < (large ? 3 : 4.5)) weak.push(`"${element.textContent?.trim().slice(0, 30)}" ${contrast.toFixed(2)}`);
    }
    return weak;
  }, selector);
}
