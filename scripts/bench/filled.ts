import { user } from '#drizzle/schema';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { postMany } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import { insertAll, write } from '~/platform/db/index.server';
import { inventPerson } from './people';

const [USERS, TRANSFERS] = [
  Number(process.env.BENCH_USERS ?? 100_000),
  Number(process.env.BENCH_TRANSFERS ?? 1_000_000),
];
const BATCH_ROWS = 500;

/** Returns the cents of a transfer by its number, from $1.00. Each amount occurs some hundred times. */
export const amountOf = (number: number): bigint => BigInt(100 + (number % 9_973));

/**
 * Fills the open database with 100,000 users and a million transfers to them (`BENCH_USERS`, `BENCH_TRANSFERS` for other sizes).
 * @returns the ids of the users
 */
export async function fillBooks(): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < USERS; from += BATCH_ROWS) {
    const people = Array.from({ length: Math.min(BATCH_ROWS, USERS - from) }, (_, at) => inventPerson(from + at));
    await write((tx) => insertAll(tx, user, people));
    ids.push(...people.map(({ id }) => id));
  }
  for (let from = 0; from < TRANSFERS; from += BATCH_ROWS) {
    const entries = Array.from({ length: Math.min(BATCH_ROWS, TRANSFERS - from) }, (_, at) => ({
      kind: 'deposit' as const,
      ref: `bench:${from + at}`,
      actor: 'system',
      effectiveAt: now(),
      legs: [
        {
          debit: custody('BTC'),
          credit: availableAccount(ids[(from + at) % ids.length] ?? ''),
          amount: amountOf(from + at),
        },
      ],
    }));
    await write((tx) => postMany(tx, entries));
  }
  return ids;
}
