/** What `bench users` runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { performance } from 'node:perf_hooks';
import { account, user } from '#drizzle/schema';
import { usersPage } from '~/features/admin/users.server';
import { closeDatabase, insertAll, migrate, openDatabase, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';

/** Milliseconds, the median of some, by what was asked. */
export type Measured = Record<string, { few: number; many: number }>;

const FEW = 100;
const MANY = 100_000;
const BATCH = 1_000;
const TIMES = 15;

const FIRST = 'Ann Bob Cem Dina Emre Fay Gus Hana Ivy Jon Kai Lena Mia Noor Omar Pia Quin Rosa Sam Tara'.split(' ');
const LAST = 'Abe Berg Cruz Diaz Egan Ford Gray Hart Ito Jong Kaya Lund Moss Nash Okoye Pace Ray Shaw Tran Voss'.split(
  ' ',
);

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

function person(number: number): typeof user.$inferSelect {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1_000);
  const firstName = FIRST[number % FIRST.length] ?? '';
  const lastName = `${LAST[Math.floor(number / FIRST.length) % LAST.length]}${number % 97}`;
  const username = `${firstName}${number}`;
  return {
    id: newId(),
    firstName,
    lastName,
    username,
    usernameKey: username.toLowerCase(),
    email: `${username.toLowerCase()}@example.com`,
    phone: '+44 20 7946 0000',
    country: 'Ireland',
    state: null,
    zipcode: null,
    address: null,
    timeZone: null,
    pictureFileId: null,
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    passwordChangedAt: at,
    emailVerifiedAt: number % 10 === 0 ? null : at,
    pdtUnlocked: number % 5 === 0,
    referrerId: null,
    status: number % 50 === 0 ? 'closed' : 'open',
    closedAt: null,
    createdAt: at,
  };
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

async function median(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await work();
    took.push(performance.now() - started);
  }
  return took.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}

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
    'search: nobody': await median(() => list({ q: 'nobody at all' })),
  };
}

await openDatabase();
await migrate();
await seed(0, FEW);
const few = await times();
await seed(FEW, MANY);
const many = await times();
await closeDatabase();
process.send?.(
  Object.fromEntries(Object.entries(few).map(([what, took]) => [what, { few: took, many: many[what] ?? 0 }])),
);
