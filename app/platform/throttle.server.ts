import { eq, inArray, sql } from 'drizzle-orm';
import { throttle } from '#drizzle/schema';
import { after, HOUR, MINUTE, SECOND, systemNow } from './clock';
import { read, write } from './db/index.server';

/** Failed tries that are forgiven before waiting begins, by what is counted. */
const FORGIVEN = { both: 5, account: 10, address: 30 } as const;
const LONGEST = 15 * MINUTE;
/** After this without a failure the count starts anew. */
const FORGOTTEN = HOUR;

/** What a try is counted under: where it came from, whom it is for, and the two together. */
const keysOf = (purpose: string, address: string, account: string) => ({
  both: `${purpose}:${address}:${account}`,
  account: `${purpose}:account:${account}`,
  address: `${purpose}:address:${address}`,
});

/**
 * How long to wait before the next try, in seconds; 0 to go ahead. The wait doubles with each failure up to 15 minutes and
 * never becomes a lockout.
 */
export async function waitFor(purpose: string, address: string, account: string): Promise<number> {
  const keys = keysOf(purpose, address, account);
  const known = await read()
    .select()
    .from(throttle)
    .where(inArray(throttle.key, Object.values(keys)));
  const time = systemNow();
  let until = time;
  for (const kind of ['both', 'account', 'address'] as const) {
    const row = known.find(({ key }) => key === keys[kind]);
    if (!row || after(row.lastAt, FORGOTTEN) < time) continue;
    const over = row.failures - FORGIVEN[kind];
    if (over < 0) continue;
    const free = after(row.lastAt, Math.min(2 ** over * SECOND, LONGEST));
    if (free > until) until = free;
  }
  return Math.ceil((until.getTime() - time.getTime()) / SECOND);
}

/** Counts a failed try. */
export async function countFailure(purpose: string, address: string, account: string): Promise<void> {
  const time = systemNow();
  await write(async (tx) => {
    for (const key of Object.values(keysOf(purpose, address, account))) {
      const failures = sql`case when ${throttle.lastAt} < ${after(time, -FORGOTTEN).getTime()} then 1 else ${throttle.failures} + 1 end`;
      await tx
        .insert(throttle)
        .values({ key, failures: 1, lastAt: time })
        .onConflictDoUpdate({ target: throttle.key, set: { failures, lastAt: time } });
    }
  });
}

/** A success clears what was counted for the account from this address. */
export async function clearFailures(purpose: string, address: string, account: string): Promise<void> {
  const { both } = keysOf(purpose, address, account);
  await write(async (tx) => {
    await tx.delete(throttle).where(eq(throttle.key, both));
  });
}
