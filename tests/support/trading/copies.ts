import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { copy, mirror } from '#drizzle/schema';
import { getCopyBalance } from '~/features/copying/copy/capital';
import { applyResultBatch } from '~/features/copying/copy/jobs.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import { recordTrade } from '~/features/copying/traders/log/recordTrade.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import { clock } from '../database';
import { must } from '../must';
import { makeUser } from '../people/people';

const DECLARED = { winRate: '99%', avgReturn: '40%', followers: '10000', rrRatio: '1:9' };

/** A trader with a capital of $10,000 whom $1,000 copies, unless given otherwise. */
export async function makeTrader({ minimum = 1_000_00n, capital = 10_000_00n as bigint | null } = {}): Promise<string> {
  const form = { ...DECLARED, firstname: 'Mia', lastname: 'Stone', nationality: 'Malta' };
  const made = must(
    await write((tx) =>
      createTrader(tx, SYSTEM_ACTOR, { ...form, minimumcapital: minimum, capital: capital ?? undefined }),
    ),
  );
  return made.id;
}

/** Starts a copy of a user with $10,000. */
export async function makeCopy(trader: string, amount = 1_000_00n, floor?: bigint) {
  const user = await makeUser({}, { dollars: 10_000 });
  const started = must(await write((tx) => startCopy(tx, user, { trader, amount, floor })));
  return { user, id: started.id };
}

/** Enters a result in dollars, a loss when below zero, an hour later than the last. */
export async function trades(trader: string, dollars: number, date = ''): Promise<string> {
  clock.advance(HOUR);
  const recorded = must(
    await write((tx) =>
      recordTrade(tx, SYSTEM_ACTOR, {
        id: trader,
        pair: 'EUR/USD',
        amount: BigInt(Math.round(Math.abs(dollars) * 100)),
        tradeType: dollars < 0 ? 'loss' : 'profit',
        date,
      }),
    ),
  );
  return recorded.id;
}

/** Runs a job until it reports no more work. */
export async function runAll(job: () => Promise<boolean>): Promise<void> {
  while (await job()) {}
}

export const mirrorAll = () => runAll(applyResultBatch);
export const copyOf = async (id: string) => (await read().select().from(copy).where(eq(copy.id, id)))[0]!;
export const mirrorsOf = (id: string) =>
  read().select().from(mirror).where(eq(mirror.copyId, id)).orderBy(asc(mirror.id));
export const equity = async (id: string) => getCopyBalance(await copyOf(id));

/** Asserts that the books are correct. */
export async function clean(): Promise<void> {
  // The clock has moved on since, and a journal is sealed within minutes.
  await runAll(sealNextBatch);
  expect((await audit()).findings).toEqual([]);
}
