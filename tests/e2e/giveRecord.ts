// Gives a user of an installation enough of a record to apply to be copied: thirty days of own trading, as if they had passed.
import '../../scripts/environment.mjs';
import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { now } from '~/platform/clock';
import { closeDatabase, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { openInstallation } from '~/platform/installation/index.server';
import { postAct } from '../support/people/announcedEntries';
import { giveRecord } from '../support/trading/ownTrading';

await openInstallation();
const [email = ''] = process.argv.slice(2);
const [person] = await read().select().from(userTable).where(eq(userTable.email, email));
if (!person) throw new Error(`There is no user ${email}`);
const legs = [{ debit: custody('BTC'), credit: availableAccount(person.id), amount: 10_000_00n }];
await write((tx) => postAct(tx, { kind: 'deposit', ref: newId(), actor: 'system', effectiveAt: now(), legs }));
await write((tx) => tx.update(userTable).set({ pdtUnlocked: true }).where(eq(userTable.id, person.id)));
await giveRecord(person);
await closeDatabase();
