/** Another process on the same database: brings the orders of leaders to their copies until nothing is left, and says each time that it begins with some. */
import { followSome } from '~/features/copying/copy/jobs.server';
import { setClock } from '~/platform/clock';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';

const [product, machine] = process.argv.slice(2).map((time) => new Date(Number(time)));
setClock({ product: () => product as Date, system: () => machine as Date });

await openDatabase();
do process.send?.('begins');
while (await followSome());
await closeDatabase();
process.disconnect();
