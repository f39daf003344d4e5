import { and, eq, inArray, isNull } from 'drizzle-orm';
import { copy, signalKey, trader, tradingAccount } from '#drizzle/schema';
import { FUNDED_COPY_STATES } from '~/features/copying/copy/states';
import { getCurrentFeed } from '~/features/copying/quotes/prices.server';
import { now, SECOND } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { formatFullName } from '~/platform/fields/plainName';
import { hashSecret, newId } from '~/platform/ids';
import { calculateMac } from '~/platform/mac';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { EMPTY_ACCOUNT } from '~/trading/accounts/account';
import { openAccount } from '~/trading/accounts/accounts.server';
import { recordFlow } from '~/trading/orders/place';

const SIGNAL_KEY_PREFIX = 'mbs_';

/** Derives the key from the idempotency key, so that a repeated post yields the same one without storing it. */
export const deriveSignalKey = (formKey: string): string =>
  SIGNAL_KEY_PREFIX + (calculateMac('signal key', [formKey]).split('.')[1] as string);

/** Issues a key for a trader's program and revokes the previous one. The first key opens an account with the trader's capital. */
export async function giveKey(
  tx: Handle,
  by: Actor,
  { trader: traderId, hash }: { trader: string; hash: string },
): Promise<Result<{ id: string; name: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const [found] = await verified(tx, trader, eq(trader.id, traderId));
  if (!found) return refuse('unknown-trader', 'There is no such trader.', 'trader');
  if (found.status === 'retired') return refuse('retired', 'This trader is retired.', 'trader');
  const [known] = await verified(tx, signalKey, { hash });
  if (known) return refuse('known-key', 'This key was already issued. Reload the page.', 'trader');
  if (found.source !== 'signal') {
    const first = await startSignals(tx, found);
    if (!first.ok) return first;
  }
  await endKeys(tx, traderId);
  const id = newId();
  await tx.insert(signalKey).values({ id, traderId, hash, givenBy: by.id as string, createdAt: now(), endedAt: null });
  await record(tx, { thing: 'trader', thingId: traderId, event: 'give-key', by, details: { key: id } });
  return done({ id, name: formatFullName(found) });
}

export async function findKeyStart(handle: Reader, traderId: string): Promise<Date | null> {
  const working = and(eq(signalKey.traderId, traderId), isNull(signalKey.endedAt));
  const [row] = await handle.select({ at: signalKey.createdAt }).from(signalKey).where(working);
  return row?.at ?? null;
}

/** Returns why a trader can't use signals; null if they can. `copied`: whether anyone copies them now. */
export function refuseSignals(
  { source, capital }: Pick<typeof trader.$inferSelect, 'source' | 'capital'>,
  copied: boolean,
): ReturnType<typeof refuse> | null {
  if (source !== 'log') return refuse('other-source', 'This trader already trades in another way.', 'trader');
  if (capital === null) {
    return refuse('no-capital', 'Enter this trader’s capital first: the program trades with it.', 'trader');
  }
  if (!copied) return null;
  return refuse('copied', 'Copies follow results entered for this trader. Add another trader for signals.', 'trader');
}

export async function findTradersWithCopies(handle: Reader, traderIds: readonly string[]): Promise<Set<string>> {
  const holding = and(inArray(copy.traderId, traderIds), inArray(copy.status, FUNDED_COPY_STATES));
  const rows = await handle.selectDistinct({ id: copy.traderId }).from(copy).where(holding);
  return new Set(rows.map(({ id }) => id));
}

async function startSignals(tx: Handle, found: typeof trader.$inferSelect): Promise<Result<null>> {
  const refused = refuseSignals(found, (await findTradersWithCopies(tx, [found.id])).has(found.id));
  if (refused) return refused;
  const at = Math.floor(now().getTime() / SECOND) * SECOND;
  // A trader without capital was refused above.
  const capital = found.capital as bigint;
  const { account, order } = recordFlow(EMPTY_ACCOUNT, capital, 'operator', at, 0n);
  const stored = { account, memory: null, until: at };
  await openAccount(tx, { id: found.id, kind: 'leader', createdAt: now(), feed: getCurrentFeed() }, stored, [order]);
  await tx.update(trader).set({ source: 'signal' }).where(eq(trader.id, found.id));
  return done(null);
}

export async function revokeKey(tx: Handle, by: Actor, traderId: string): Promise<Result<{ name: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const [found] = await verified(tx, trader, eq(trader.id, traderId));
  if (!found) return refuse('unknown-trader', 'There is no such trader.', 'trader');
  if ((await endKeys(tx, traderId)) === 0) return refuse('no-key', 'This trader has no valid key.', 'trader');
  await record(tx, { thing: 'trader', thingId: traderId, event: 'revoke-key', by });
  return done({ name: formatFullName(found) });
}

async function endKeys(tx: Handle, traderId: string): Promise<number> {
  const working = and(eq(signalKey.traderId, traderId), isNull(signalKey.endedAt));
  const ended = await tx.update(signalKey).set({ endedAt: now() }).where(working).returning({ id: signalKey.id });
  return ended.length;
}

export async function findTraderOfKey(handle: Reader, key: string): Promise<string | null> {
  if (!key.startsWith(SIGNAL_KEY_PREFIX) || key.length > 100) return null;
  const [row] = await verified(handle, signalKey, { hash: hashSecret(key) });
  if (!row || row.endedAt) return null;
  const [account] = await handle
    .select({ id: tradingAccount.id })
    .from(tradingAccount)
    .innerJoin(trader, eq(trader.id, tradingAccount.id))
    .where(and(eq(tradingAccount.id, row.traderId), inArray(trader.status, ['open', 'paused'])));
  return account?.id ?? null;
}
