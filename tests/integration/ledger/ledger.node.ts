/** Process on the same database that competes for holds and reports its count. */
import { placeHold } from '~/ledger/posting/holds.server';
import { closeDatabase, openDatabase, write } from '~/platform/db/index.server';

const [name = '', tries = '0', ...users] = process.argv.slice(2);

await openDatabase();
process.send?.('ready');
await new Promise((resume) => process.once('message', resume));
const holds = await Promise.all(
  Array.from({ length: Number(tries) }, async (_, at) => {
    // Tests that both processes can be the first to move money of a user.
    const user = users[at % users.length] as string;
    const head = {
      kind: 'withdrawal-requested',
      ref: `${name}-${at}`,
      actor: 'system',
      effectiveAt: new Date(),
    } as const;
    const hold = await write((tx) => placeHold(tx, head, { user, amount: 10n, purpose: 'test' }));
    return hold.ok;
  }),
);
await closeDatabase();
process.send?.(holds.filter(Boolean).length);
process.disconnect();
