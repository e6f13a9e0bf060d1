// @ts-check
// What stands in the billiard room. It takes the place of the pinball room, in the same frame and with the same names for the same things.

const icon = (/** @type {string} */ path) => `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;

const control = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ key, /** @type {string} */ path, more = '') =>
  `<button type="button" id="${id}" ${more}>${icon(path)}<span>${text}</span><kbd>${key}</kbd></button>`;

const ROOM = `
<section id="board" aria-labelledby="title">
  <header>
    <p class="brand">Carom</p>
    <h1 id="title">Billiards</h1>
    <button type="button" id="menu" class="icon" aria-expanded="false" aria-controls="machine" aria-label="Menu">${icon('<path d="M4 7h16M4 12h16M4 17h16"/>')}</button>
  </header>
  <ol id="players" aria-label="Players"></ol>
  <p id="status">Connecting</p>
  <p id="verdict" hidden></p>
  <ul id="rack" aria-label="Balls on the table"></ul>
</section>

<section id="stage" aria-label="Table">
  <div id="game" tabindex="0" role="application" aria-label="Billiard table" aria-describedby="status aim-words"></div>
  <p id="notice" hidden></p>
  <p id="trying" hidden></p>
</section>

<section id="cue-desk" aria-label="Cue">
  <div id="face" tabindex="0" role="application" aria-label="Where the tip meets the cue ball" aria-describedby="tip-words"></div>
  <div id="sliders">
    <div class="slider"><label for="speed">Power</label><output id="speed-words"></output><input type="range" id="speed" min="0" max="1000" step="1"></div>
    <div class="slider"><label for="elevation">Elevation</label><output id="elevation-words"></output><input type="range" id="elevation" min="0" max="85" step="0.5"></div>
    <div class="fine" role="group" aria-label="Fine aim">
      <button type="button" id="left-fine" class="icon" aria-label="Aim a little to the left">${icon('<path d="M14 6l-6 6 6 6"/>')}</button>
      <output id="aim-words"></output>
      <button type="button" id="right-fine" class="icon" aria-label="Aim a little to the right">${icon('<path d="M10 6l6 6-6 6"/>')}</button>
    </div>
    <p id="tip-line"><span>Tip</span> <span id="tip-words">centre</span> <button type="button" id="tip-centre">Centre</button></p>
  </div>
  <div id="trigger">
    <div id="call" hidden role="group" aria-label="Call">
      <label>Call <select id="call-ball"></select></label>
      <label>into <select id="call-pocket"></select></label>
    </div>
    <button type="button" id="place" aria-pressed="false" hidden>Place the ball</button>
    <button type="button" id="shoot" class="primary">Shoot</button>
  </div>
</section>

<aside id="machine" aria-label="Room">
  <button type="button" id="menu-close" class="icon" aria-label="Close the menu">${icon('<path d="M6 6l12 12M18 6L6 18"/>')}</button>
  <div id="controls" role="group" aria-label="Controls">
    ${control('new-game', 'New game', 'N', '<path d="M12 5v14M5 12h14"/>', 'aria-haspopup="dialog"')}
    ${control('undo', 'Undo', 'U', '<path d="M9 7L5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2"/>')}
    ${control('share', 'Link', 'L', '<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>')}
    ${control('trails', 'Paths', 'G', '<circle cx="17" cy="7" r="3"/><path d="M14 10C9 12 6 15 4 20"/>', 'aria-pressed="false"')}
    ${control('mute', 'Mute', 'M', '<path d="M4 10v4h3l4 4V6l-4 4zM15 9a4 4 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11"/>', 'aria-pressed="false"')}
    ${control('help', 'Help', 'H', '<path d="M9 9a3 3 0 1 1 4 2.8c-.8.4-1 1-1 2.2M12 17.5v.1"/>', 'aria-haspopup="dialog"')}
  </div>

  <section id="last-shot" aria-labelledby="last-title" hidden>
    <header><h2 id="last-title">Last shot</h2><span id="replay-time"></span></header>
    <div class="row-of">
      <button type="button" id="replay">Replay</button>
      <div role="radiogroup" aria-label="Speed" id="rates">
        <button type="button" role="radio" aria-checked="false" tabindex="-1" data-rate="0.1" aria-label="A tenth of the speed">1/10</button>
        <button type="button" role="radio" aria-checked="false" tabindex="-1" data-rate="0.25" aria-label="A quarter of the speed">1/4</button>
        <button type="button" role="radio" aria-checked="true" data-rate="1" aria-label="Full speed">1</button>
      </div>
      <button type="button" id="back" hidden>Back</button>
    </div>
    <input type="range" id="scrub" min="0" max="1" step="any" aria-label="Time in the shot">
    <ol id="events" aria-label="What happened"></ol>
  </section>

  <section id="finder" aria-labelledby="finder-title">
    <h2 id="finder-title">Find a shot</h2>
    <div class="row-of">
      <label>Ball <select id="find-ball"></select></label>
      <label>Pocket <select id="find-pocket"></select></label>
    </div>
    <div class="row-of">
      <label class="tick"><input type="checkbox" id="find-leave"> and stay near the mark</label>
    </div>
    <div class="row-of">
      <button type="button" id="list-pots">Straight pots</button>
      <button type="button" id="search">Search</button>
    </div>
    <p id="finder-note" role="status"></p>
    <ol id="found" aria-label="Shots found"></ol>
  </section>

  <section aria-labelledby="picker-title">
    <h2 id="picker-title">Games</h2>
    <ul id="games"></ul>
  </section>
</aside>`;

const SHEET = `
<form method="dialog" id="new-form">
  <h2 id="new-title">New game</h2>
  <div class="fields">
    <label for="new-kind">Game</label><select id="new-kind"></select>
    <label for="new-table">Table</label><select id="new-table"></select>
    <label for="new-players">Players</label><select id="new-players"><option>1</option><option selected>2</option><option>3</option><option>4</option></select>
    <label for="new-seed">Rack number</label><input id="new-seed" type="number" min="0" max="999999999" step="1" placeholder="any">
    <label for="new-spacing">Gap in the rack</label><select id="new-spacing"><option value="">usual</option><option value="0">frozen together</option><option value="0.001">tight</option><option value="0.02">loose</option></select>
  </div>
  <p id="new-words"></p>
  <div class="row"><button type="submit" value="start" class="primary" id="new-start">Start</button><button type="submit" value="close" formnovalidate>Back</button></div>
</form>`;

/** Furnishes the room. */
export function furnish() {
  document.body.classList.add('billiards');
  document.title = 'Carom billiards';
  const room = /** @type {HTMLElement} */ (document.getElementById('room'));
  room.innerHTML = ROOM;
  document.getElementById('over')?.remove();
  const sheet = document.createElement('dialog');
  sheet.id = 'new-sheet';
  sheet.setAttribute('aria-labelledby', 'new-title');
  sheet.innerHTML = SHEET;
  document.body.append(sheet);
}
