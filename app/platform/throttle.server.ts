import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { throttle } from '#drizzle/schema';
import { after, HOUR, MINUTE, SECOND, systemNow } from './clock';
import { type Handle, write } from './db/index.server';
import { subscriberOf } from './http/subscriber';
import type { PassingRefusal } from './result';

type Counted = 'both' | 'account' | 'address';
type Waits = Record<Counted, number>;

/** Tries without success that are forgiven before waiting begins, by what is counted. */
const FORGIVEN: Waits = { both: 5, account: 10, address: 30 };

/**
 * The longest wait. An account's is short: anybody can fail for somebody else's account, and the owner, who tries from
 * another address, must still get in.
 */
const LONGEST: Waits = { both: 15 * MINUTE, account: MINUTE, address: 15 * MINUTE };

/** After this without a try the count starts anew. */
const FORGOTTEN = HOUR;

/** What is tried, where it comes from, and whom it is for. */
export type Try = { purpose: string; address: string; account: string };

/** What somebody hears who has to wait before the next try. */
export const tooManyTries = (seconds: number): { ok: false; error: PassingRefusal } => ({
  ok: false,
  error: {
    code: 'throttled',
    message: `Too many tries. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
    retryAfter: seconds,
  },
});

/** What a try is counted under: where it came from, whom it is for, and the two together. */
function keysOf({ purpose, address, account }: Try): Record<Counted, string> {
  const subscriber = subscriberOf(address);
  return {
    both: `${purpose}:${subscriber}:${account}`,
    account: `${purpose}:account:${account}`,
    address: `${purpose}:address:${subscriber}`,
  };
}

/**
 * Counts a try before it is made, so that a hundred at once are a hundred, and says how long it has to wait, in
 * seconds; 0 to go ahead. The wait doubles with each try that did not succeed, and never becomes a lockout: one that
 * has to wait is not counted.
 * @param forgiven tries before waiting begins, where they differ from a sign-in's
 * @param longest the longest waits, milliseconds, likewise
 */
export async function beginTry(
  what: Try,
  forgiven: Partial<Waits> = {},
  longest: Partial<Waits> = {},
): Promise<number> {
  return await write(async (tx) => {
    const wait = await waitOf(tx, what, { ...FORGIVEN, ...forgiven }, { ...LONGEST, ...longest });
    if (wait === 0) await count(tx, what);
    return wait;
  });
}

/** A try that was made succeeded: it does not count, nor do the earlier ones for this account from this address. */
export async function forgiveTry(what: Try): Promise<void> {
  const { both, account, address } = keysOf(what);
  await write(async (tx) => {
    await tx.delete(throttle).where(eq(throttle.key, both));
    await tx
      .update(throttle)
      .set({ failures: sql`${throttle.failures} - 1` })
      .where(and(inArray(throttle.key, [account, address]), gt(throttle.failures, 0)));
  });
}

/** Forgets all tries for an account, wherever they came from: its owner has shown who they are by another way. */
export async function forgiveAccount(tx: Handle, what: Try): Promise<void> {
  const { both, account } = keysOf(what);
  await tx.delete(throttle).where(inArray(throttle.key, [both, account]));
}

/** A job: tries too old to count are deleted. */
export async function forgetOldTries(): Promise<boolean> {
  await write(async (tx) => {
    await tx.delete(throttle).where(lt(throttle.lastAt, after(systemNow(), -FORGOTTEN)));
  });
  return false;
}

/** How long to wait before the next try, in seconds; 0 to go ahead. */
async function waitOf(handle: Handle, what: Try, forgiven: Waits, longest: Waits): Promise<number> {
  const keys = keysOf(what);
  const known = await handle
    .select()
    .from(throttle)
    .where(inArray(throttle.key, Object.values(keys)));
  const time = systemNow();
  let until = time;
  for (const kind of ['both', 'account', 'address'] as const) {
    const row = known.find(({ key }) => key === keys[kind]);
    if (!row || after(row.lastAt, FORGOTTEN) < time) continue;
    const over = row.failures - forgiven[kind];
    if (over < 0) continue;
    // A clock that was set back must not make of this a wait until it has caught up.
    const lastAt = new Date(Math.min(row.lastAt.getTime(), time.getTime()));
    const free = after(lastAt, Math.min(2 ** over * SECOND, longest[kind]));
    if (free > until) until = free;
  }
  return Math.ceil((until.getTime() - time.getTime()) / SECOND);
}

async function count(tx: Handle, what: Try): Promise<void> {
  const time = systemNow();
  for (const key of Object.values(keysOf(what))) {
    const failures = sql`case when ${throttle.lastAt} < ${after(time, -FORGOTTEN).getTime()} then 1 else ${throttle.failures} + 1 end`;
    await tx
      .insert(throttle)
      .values({ key, failures: 1, lastAt: time })
      .onConflictDoUpdate({ target: throttle.key, set: { failures, lastAt: time } });
  }
}
