import { and, gt, gte, inArray, isNull, like, lt, sql } from 'drizzle-orm';
import { throttle } from '#drizzle/schema';
import { after, SECOND, systemNow } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import { type Handle, lockRule, NO_LOCKS, type Reader, read, write } from '~/platform/db/index.server';
import type { PassingRefusal } from '~/platform/result';
import { formatCount } from '~/platform/text/figure';
import {
  FIRST_TRY_WAIT_MS,
  MAX_SIGN_IN_WAIT_MS,
  TRIES_BEFORE_WAITING,
  TRY_MEMORY_MS,
  type TriesBy,
} from './signInLimits';
import { getNetworkOrigin } from './subscriber';

type Waits = Record<TriesBy, number>;

export type Try = {
  purpose: string;
  address: string;
  account: string;
  /**
   * Known browser or session. Its attempts are counted instead of the account's, so that strangers can't make the owner
   * wait.
   */
  device?: string | null;
};

export const tooManyTries = (seconds: number): { ok: false; error: PassingRefusal } => ({
  ok: false,
  error: {
    code: 'throttled',
    message: `Too many attempts. Please wait ${formatCount(seconds, 'second')} and try again.`,
    retryAfter: seconds,
  },
});

const accountKey = (purpose: string, account: string) => `${purpose}:account:${account}`;

function keysOf({ purpose, address, account, device }: Try): [TriesBy, string][] {
  const { subscriber, network } = getNetworkOrigin(address);
  return [
    ['both', `${purpose}:${subscriber}:${account}`],
    device ? ['device', `${purpose}:device:${account}:${device}`] : ['account', accountKey(purpose, account)],
    ['address', `${purpose}:address:${subscriber}`],
    // Attempts of strangers in the same network must not make a known browser wait.
    ...(device ? [] : [['network', `${purpose}:network:${network}`] satisfies [TriesBy, string]]),
  ];
}

/**
 * Counts an attempt before it is made, and returns how long it must wait, in seconds; 0 to continue. An attempt that
 * has to wait is not counted.
 */
export async function countAttempt(
  what: Try,
  freeTries: Partial<Waits> = {},
  longest: Partial<Waits> = {},
): Promise<number> {
  return await write(async (tx) => {
    await lockRule(tx, 'tries');
    const wait = await waitOf(
      tx,
      what,
      { ...TRIES_BEFORE_WAITING, ...freeTries },
      { ...MAX_SIGN_IN_WAIT_MS, ...longest },
    );
    if (wait === 0) await countFailure(tx, what);
    return wait;
  }, NO_LOCKS);
}

export async function clearAttempts(what: Try): Promise<void> {
  const keys = keysOf(what);
  const shared = keys
    .filter(([kind]) => kind === 'account' || kind === 'address' || kind === 'network')
    .map(([, key]) => key);
  const own = keys.filter(([kind]) => kind === 'both' || kind === 'device').map(([, key]) => key);
  await write(async (tx) => {
    await tx.delete(throttle).where(inArray(throttle.key, own));
    await tx
      .update(throttle)
      .set({ failures: sql`${throttle.failures} - 1` })
      .where(and(inArray(throttle.key, shared), gt(throttle.failures, 0)));
  }, NO_LOCKS);
}

/** Clears all attempts for an account, because its owner has proved their identity in another way. */
export async function clearAccountAttempts(tx: Handle, what: Try): Promise<void> {
  const keys = keysOf(what).filter(([kind]) => kind !== 'address' && kind !== 'network');
  await tx.delete(throttle).where(
    inArray(
      throttle.key,
      keys.map(([, key]) => key),
    ),
  );
}

/**
 * Returns accounts that have reached the limit of failed logins, and marks them as reported, so that each is returned
 * once per burst. A burst ends after an hour without attempts.
 */
export async function claimBursts(tx: Handle, purpose: string): Promise<{ account: string; failures: number }[]> {
  const prefix = accountKey(purpose, '');
  const many = and(gte(throttle.failures, TRIES_BEFORE_WAITING.account), isNull(throttle.toldAt));
  const found = await tx
    .update(throttle)
    .set({ toldAt: systemNow() })
    .where(and(like(throttle.key, `${prefix}%`), many))
    .returning({ key: throttle.key, failures: throttle.failures });
  return found.map(({ key, failures }) => ({ account: key.slice(prefix.length), failures }));
}

export async function countTriedAccounts(): Promise<number> {
  const isLate = gte(throttle.lastAt, after(systemNow(), -TRY_MEMORY_MS));
  const many = gte(throttle.failures, TRIES_BEFORE_WAITING.account);
  return await countRows(read(), throttle, and(like(throttle.key, '%:account:%'), many, isLate));
}

export async function deleteOldAttempts(): Promise<boolean> {
  await write(async (tx) => {
    await tx.delete(throttle).where(lt(throttle.lastAt, after(systemNow(), -TRY_MEMORY_MS)));
  }, NO_LOCKS);
  return false;
}

async function waitOf(handle: Reader, what: Try, freeTries: Waits, longest: Waits): Promise<number> {
  const keys = keysOf(what);
  const known = await handle
    .select()
    .from(throttle)
    .where(
      inArray(
        throttle.key,
        keys.map(([, key]) => key),
      ),
    );
  const time = systemNow();
  let until = time;
  for (const [kind, key] of keys) {
    const row = known.find((each) => each.key === key);
    if (!row || after(row.lastAt, TRY_MEMORY_MS) < time) continue;
    const over = row.failures - freeTries[kind];
    if (over < 0) continue;
    // A time in the future counts as now, since a clock that was set back would otherwise cause a wait until that time.
    const lastAt = new Date(Math.min(row.lastAt.getTime(), time.getTime()));
    const waitsUntil = after(lastAt, Math.min(2 ** over * FIRST_TRY_WAIT_MS, longest[kind]));
    if (waitsUntil > until) until = waitsUntil;
  }
  return Math.ceil((until.getTime() - time.getTime()) / SECOND);
}

async function countFailure(tx: Handle, what: Try): Promise<void> {
  const time = systemNow();
  const forgotten = after(time, -TRY_MEMORY_MS).getTime();
  for (const [, key] of keysOf(what)) {
    const failures = sql`case when ${throttle.lastAt} < ${forgotten} then 1 else ${throttle.failures} + 1 end`;
    const toldAt = sql`case when ${throttle.lastAt} < ${forgotten} then null else ${throttle.toldAt} end`;
    await tx
      .insert(throttle)
      .values({ key, failures: 1, lastAt: time })
      .onConflictDoUpdate({ target: throttle.key, set: { failures, toldAt, lastAt: time } });
  }
}
