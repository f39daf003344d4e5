/** Process on the same database that applies the orders of leaders to their copies, and reports each start. */
import { followNextBatch } from '~/features/copying/copy/jobs.server';
import { setClock } from '~/platform/clock';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';

const [product, machine] = process.argv.slice(2).map((time) => new Date(Number(time)));
setClock({ product: () => product as Date, system: () => machine as Date });

await openDatabase();
do process.send?.('begins');
while (await followNextBatch());
await closeDatabase();
process.disconnect();
