import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may keep this thread from requests, milliseconds. */
const TURN = 4;

let begun = performance.now();

/**
 * Lets requests in when this thread has been at work for a few milliseconds: for loops in which nothing waits, as with
 * statements on SQLite. Cheap enough for each turn of a loop.
 */
export async function letOthersIn(): Promise<void> {
  if (performance.now() - begun < TURN) return;
  await nextTurn();
  begun = performance.now();
}
