// @ts-check
// Which room the address leads to: pinball, or billiards. Only that one is loaded.

import { isBilliards } from './billiards/address.js';

if (isBilliards(location.hash)) {
  import('./billiards/room.js');
} else {
  import('./main.js');
  addEventListener('hashchange', () => {
    if (isBilliards(location.hash)) location.reload();
  });
}
