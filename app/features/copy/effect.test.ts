import { expect, test } from 'vitest';
import { effectText } from './effect';

const nothing = { copies: 0, change: 0n, ended: 0, returned: 0, waiting: 0, kept: 0 };

test.each([
  [{}, 'No copy changes'],
  [{ copies: 2, change: -1_111_00n, ended: 2 }, '2 copies, −$1,111.00, both end'],
  [{ copies: 3, change: -1n, ended: 3 }, '3 copies, −$0.01, all 3 end'],
  [{ copies: 3, change: -1n, ended: 1 }, '3 copies, −$0.01, 1 ends'],
  [{ copies: 1, change: -1n, ended: 1 }, '1 copy, −$0.01, it ends'],
  [{ copies: 5, change: 1_00n, returned: 2 }, '5 copies, +$1.00, 2 return paused'],
  [
    { copies: 1, change: 1_00n, waiting: 1, kept: 2 },
    "1 copy, +$1.00, 1 copy must wait for the reserve, 2 copies can't give it back and are left",
  ],
])('an effect in a line: %o', (effect, text) => {
  expect(effectText({ ...nothing, ...effect })).toBe(text);
});
