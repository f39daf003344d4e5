/** Second process of `bench copy`: applies orders to copies after each message about the backlog, and reports when none is left. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { followNextBatch } from '~/features/copying/copy/jobs.server';
import { setClock } from '~/platform/clock';
import { openDatabase } from '~/platform/db/index.server';

let time = 0;
setClock({ product: () => new Date(time) });
await openDatabase();
process.on('message', async (message: number) => {
  time = message;
  while (await followNextBatch()) await nextTurn();
  process.send?.('done');
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
