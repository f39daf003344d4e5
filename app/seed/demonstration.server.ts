import { and, eq, inArray } from 'drizzle-orm';
import { mail, user as userTable } from '#drizzle/schema';
import { hashPassword } from '~/features/auth';
import { copyJobs } from '~/features/copy';
import { ownTradingJobs } from '~/features/liveTrading';
import { planJobs } from '~/features/plans';
import { canSimulate, traderJobs } from '~/features/traders';
import { findAll, type Reader, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { noteSeeded, seededAt } from '~/platform/installation/index.server';
import type { User } from '~/signIns/session.server';
import { STRATEGIES } from '~/trading/leaders';
import { ADMINISTRATOR, COPIED_INVESTOR, FRIEND, INVESTOR, NEWCOMERS } from './people';
import { forgetForeignSignIns, makeSignIns } from './signIns.server';
import { simulatedPasts } from './simulatedTraders.server';
import { live } from './story.server';
import { announceDeposit, FRIEND_PAID, NEWCOMERS_PAID, sendPapers } from './toDecide.server';

/** How many simulated traders there are, how many days of trading each has, and who came in the last weeks. */
const SIZES = {
  whole: { strategies: STRATEGIES, days: 365, newcomers: NEWCOMERS },
  small: {
    strategies: STRATEGIES.filter(({ id }) => ['coins', 'target', 'spread'].includes(id)),
    days: 70,
    newcomers: [],
  },
};

/**
 * Fills an empty paper database: traders with a year of trading, an investor midway, an administrator with something to
 * decide. Passwords are made now. The past is one transaction, so a start that is killed in it leaves the database empty; what
 * follows it is gone on with by the next start, until the demonstration is noted as there.
 */
export async function ensureDemonstration(say: (line: string) => void): Promise<void> {
  if (await seededAt()) return;
  const friend = (await friendIn(read())) ?? (await fill(say));
  if (!friend) return;
  await announceDeposit(friend, FRIEND_PAID);
  for (const [username, paid] of Object.entries(NEWCOMERS_PAID)) {
    const [owner] = await findAll(read(), userTable, { usernameKey: username });
    if (owner) await announceDeposit(owner as User, paid);
  }
  await sendPapers(friend);
  // What would have happened meanwhile: trades reached the copies, plans earned.
  for (const { run } of [...traderJobs, ...ownTradingJobs, ...copyJobs, ...planJobs]) while (await run());
  const people = [ADMINISTRATOR, INVESTOR, FRIEND, COPIED_INVESTOR, ...NEWCOMERS];
  const recipients = [...people.map(({ email }) => email), env().SUPPORT_EMAIL];
  await write(async (tx) => {
    // These people do not exist: what still waits to be mailed to them, and to support about them, would only fill the console.
    await tx.delete(mail).where(and(eq(mail.status, 'waiting'), inArray(mail.recipient, recipients)));
    await noteSeeded(tx);
  });
}

/** Lives the demonstration's past in an empty database. @returns the investor's friend; null where the database is not empty */
async function fill(say: (line: string) => void): Promise<User | null> {
  if (await hasPeople(read())) return null;
  say('• Filling the demonstration: traders, an investor, an administrator');
  // Before the database, so that a filled one always has its sign-ins.
  const { admin, investor, copied } = makeSignIns();
  const hashes = {
    admin: await hashPassword(admin.password),
    investor: await hashPassword(investor.password),
    copied: copied ? await hashPassword(copied.password) : null,
  };
  // Computed before the transaction: it takes seconds, and needs no database.
  const size = SIZES[env().DEMONSTRATION === 'small' ? 'small' : 'whole'];
  const pasts = canSimulate() ? await simulatedPasts(size, say) : [];
  const newcomers = canSimulate() ? size.newcomers : [];
  const friend = await write(async (tx) => ((await hasPeople(tx)) ? null : await live(tx, hashes, pasts, newcomers)));
  if (!friend) await forgetForeignSignIns(investor);
  return friend;
}

async function hasPeople(handle: Reader): Promise<boolean> {
  const [person] = await handle.select({ id: userTable.id }).from(userTable).limit(1);
  return person !== undefined;
}

/** The investor's friend, who is there once the past is. */
async function friendIn(handle: Reader): Promise<User | null> {
  const [friend] = await handle.select().from(userTable).where(eq(userTable.email, FRIEND.email));
  return friend ?? null;
}
