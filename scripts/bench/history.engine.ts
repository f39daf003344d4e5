/** What `bench history` runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { dashboardOf } from '~/features/dashboard/dashboard.server';
import { shellOf } from '~/features/shell/shell.server';
import { printedStatement, transactionsPage } from '~/features/statements/queries.server';
import { userPart } from '~/features/users/userParts.server';
import { available, custody } from '~/ledger/chartOfAccounts';
import { postMany } from '~/ledger/posting/post.server';
import { after, HOUR, now } from '~/platform/clock';
import { closeDatabase, insertAll, migrate, openDatabase, read, write } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import type { Compared } from './engines';
import { median, person } from './people';

const FEW = 100;
const MANY = 10_000;
const BATCH = 200;

/** An investor with so many lines, one an hour, the last one now. */
async function investor(number: number, lines: number): Promise<User> {
  const made = person(number);
  await write((tx) => insertAll(tx, user, [made]));
  const time = now();
  for (let from = 0; from < lines; from += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, lines - from) }, (_, at) => ({
      kind: 'deposit' as const,
      ref: `${made.id}:${from + at}`,
      actor: 'system',
      effectiveAt: after(time, -(lines - from - at) * HOUR),
      legs: [{ debit: custody('BTC'), credit: available(made.id), amount: 100n }],
    }));
    await write((tx) => postMany(tx, entries));
  }
  const [found] = await read().select().from(user).where(eq(user.id, made.id));
  return found as User;
}

const nothing = new URLSearchParams();
/** As many lines for both: one an hour. */
const days = new URLSearchParams({
  from: after(now(), -3 * 24 * HOUR)
    .toJSON()
    .slice(0, 10),
});

const PAGES: Record<string, (user: User) => Promise<unknown>> = {
  'frame of every page': (user) => shellOf(user),
  dashboard: (user) => dashboardOf(user),
  transactions: (user) => transactionsPage(user, nothing),
  'statement of the last days': (user) => printedStatement(user, days),
  'administrator: statement': (user) => userPart(user.id, 'statement', nothing),
};

await openDatabase();
await migrate();
const [few, many] = [await investor(1, FEW), await investor(2, MANY)];
// Prepares the statements.
const someone = await investor(3, 10);
for (const ask of Object.values(PAGES)) await ask(someone);
const first = async (user: User) => await median(() => shellOf(user), 1);
const measured: Compared = { 'first page since the start': { few: await first(few), many: await first(many) } };
for (const [page, ask] of Object.entries(PAGES)) {
  measured[page] = { few: await median(() => ask(few)), many: await median(() => ask(many)) };
}
await closeDatabase();
process.send?.(measured);
