/** What `bench users` runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { account, user } from '#drizzle/schema';
import { usersPage } from '~/features/users/users.server';
import { closeDatabase, insertAll, migrate, openDatabase, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Compared } from './engines';
import { median, person } from './people';

const FEW = 100;
const MANY = 100_000;
const BATCH = 1_000;

/** Investors with an account each, from number `from` to before `to`. */
async function seed(from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, to - start) }, (_, at) => start + at);
    const people = numbers.map((number) => person(number));
    await write(async (tx) => {
      await insertAll(tx, user, people);
      await insertAll(
        tx,
        account,
        people.map(({ id }, at) => spendable(id, numbers[at] ?? 0)),
      );
    });
  }
}

const spendable = (ownerId: string, number: number): typeof account.$inferSelect => ({
  id: newId(),
  code: `available:${ownerId}`,
  ownerId,
  normalSide: 'credit',
  floored: true,
  debits: 0n,
  credits: BigInt((number * 7_919) % 1_000_003),
  version: 1,
});

const list = (query: Record<string, string>) => usersPage(new URLSearchParams(query));

/** The cursor some pages on, as a person who keeps pressing "Next" has it. */
async function pagesOn(query: Record<string, string>, pages: number): Promise<Record<string, string>> {
  let after = '';
  for (let page = 0; page < pages; page += 1) after = (await list({ ...query, after })).next ?? after;
  return { ...query, after };
}

async function times(): Promise<Record<string, number>> {
  const deep = await pagesOn({}, 40);
  return {
    'the newest': await median(() => list({})),
    'forty pages on': await median(() => list(deep)),
    'by name': await median(() => list({ sort: 'name' })),
    'by e-mail, backwards': await median(() => list({ sort: '-email' })),
    'by balance': await median(() => list({ sort: '-funded' })),
    'PDT unlocked': await median(() => list({ pdt: 'unlocked' })),
    'e-mail not verified, closed': await median(() => list({ email: 'unverified', status: 'closed' })),
    'search: a common name': await median(() => list({ q: 'ann' })),
    'search: one address': await median(() => list({ q: 'bob61@example.com' })),
    'search: no match': await median(() => list({ q: 'no such user' })),
  };
}

await openDatabase();
await migrate();
await seed(0, FEW);
const few = await times();
await seed(FEW, MANY);
const many = await times();
await closeDatabase();
const measured: Compared = Object.fromEntries(
  Object.entries(few).map(([what, took]) => [what, { few: took, many: many[what] ?? 0 }]),
);
process.send?.(measured);
