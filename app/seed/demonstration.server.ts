import { user as userTable } from '#drizzle/schema';
import { copyJobs } from '~/features/copying/copy/jobs.server';
import { ownTradingJobs } from '~/features/copying/liveTrading/jobs.server';
import { signalJobs } from '~/features/copying/signals/jobs.server';
import { traderJobs } from '~/features/copying/traders/jobs.server';
import { canSimulate } from '~/features/copying/traders/simulated/simulatedTrader.server';
import { checkChanges } from '~/features/money/books/checkChanges.server';
import { planJobs } from '~/features/money/plans/jobs.server';
import { listDepositMethods } from '~/features/money/wallet/deposits/depositQueries.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { sealAll } from '~/ledger/proof/seal.server';
import { now, systemNow } from '~/platform/clock';
import { findAll, type Reader, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { readSeedTime, recordSeeding } from '~/platform/installation/index.server';
import { STRATEGIES } from '~/trading/leaders';
import { drawingsOf, FRIEND_REQUESTS, seededRequests, sendSeededMail } from './backOffice.server';
import { SEED_FRIEND, SEED_NEWCOMERS } from './people';
import { storePictures } from './pictures.server';
import { forgetForeignSignIns, makeCredentials } from './signIns.server';
import { simulatePasts } from './simulatedTraders.server';
import { replayHistory } from './story.server';

/** Sizes: simulated traders, days of trading, and newcomers of the last weeks. */
export const DEMONSTRATION_SIZES = {
  whole: { strategies: STRATEGIES, days: 365, newcomers: SEED_NEWCOMERS },
  small: {
    strategies: STRATEGIES.filter(({ id }) => ['coins', 'target', 'spread'].includes(id)),
    days: 70,
    newcomers: [],
  },
};

type Size = (typeof DEMONSTRATION_SIZES)[keyof typeof DEMONSTRATION_SIZES];

const readRequestedSize = (): Size => DEMONSTRATION_SIZES[env().DEMONSTRATION === 'small' ? 'small' : 'whole'];

/**
 * Fills an empty paper database; `DEMONSTRATION` sets the amount of data. The past is one transaction, so that a crash
 * within it leaves the database empty. After a later crash the next start resumes, until the demonstration is recorded
 * as complete.
 */
export async function ensureDemonstration(print: (line: string) => void, size = readRequestedSize()): Promise<void> {
  if (await readSeedTime()) return;
  if (!(await isDemonstrationPresent(read())) && !(await fillDemonstration(print, size))) return;
  // Runs the jobs of the simulated time. Accounts are advanced to now before their figures are computed.
  for (const { run } of [...signalJobs, ...ownTradingJobs, ...traderJobs, ...copyJobs, ...planJobs])
    while (await run());
  await write(async (tx) => {
    await sendSeededMail(tx, systemNow());
    await recordSeeding(tx);
  });
  // All rows are sealed now, since sealing would otherwise compete with pages for the processor in the first minutes.
  await sealAll();
  while (await checkChanges());
}

async function fillDemonstration(print: (line: string) => void, size: Size): Promise<boolean> {
  if (await hasPeople(read())) return false;
  print('• Filling the demonstration: traders, an investor, an administrator');
  // The credentials are created before the database, so that a filled one always has them.
  const { admin, investor, copied } = makeCredentials();
  const hashes = {
    admin: await hashPassword(admin.password),
    investor: await hashPassword(investor.password),
    copied: copied ? await hashPassword(copied.password) : null,
  };
  // The traders' past is computed before the transaction, because it takes seconds and needs no database.
  const pasts = canSimulate() ? await simulatePasts(size, print) : [];
  const newcomers = canSimulate() ? size.newcomers : [];
  const [today, methods] = [now(), await listDepositMethods()];
  const people = [SEED_FRIEND, ...newcomers];
  const errands = [...FRIEND_REQUESTS, ...newcomers.flatMap(seededRequests)];
  const pictures = await storePictures(await drawingsOf(people, errands, { today, methods }));
  const filled = await write(async (tx) => {
    if (await hasPeople(tx)) return false;
    await replayHistory(tx, { hashes, pasts, newcomers, today, methods, pictures });
    return true;
  });
  if (!filled) await forgetForeignSignIns(investor);
  return filled;
}

async function hasPeople(handle: Reader): Promise<boolean> {
  const [person] = await handle.select({ id: userTable.id }).from(userTable).limit(1);
  return person !== undefined;
}

async function isDemonstrationPresent(handle: Reader): Promise<boolean> {
  return (await findAll(handle, userTable, { email: SEED_FRIEND.email })).length > 0;
}
