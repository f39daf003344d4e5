import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { trader as traderTable } from '#drizzle/schema';
import { formatBps, formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { type Change, changesOf, inWords } from '~/platform/events/changes';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { traderRow } from './createTrader.server';
import { shareBpsOf, type traderChangeSchema } from './schema';

type Trader = typeof traderTable.$inferSelect;

/**
 * Changes what was typed about a trader; the audit log keeps each value from before to after. Without a new picture the old
 * one stays.
 */
export async function updateTrader(
  tx: Handle,
  by: Actor,
  id: string,
  asked: z.output<typeof traderChangeSchema>,
): Promise<Result<{ name: string }>> {
  const [before] = await tx.select().from(traderTable).where(eq(traderTable.id, id));
  if (!before) return refuse('not-found', 'There is no such trader.');
  const values = { ...changedRow(asked), imageFileId: asked.traderImage || before.imageFileId };
  const { shareBps = before.shareBps } = values;
  if (shareBps !== before.shareBps && before.source !== 'signal' && before.source !== 'investor') {
    return refuse('no-share', 'Only traders by signals and investors who are copied can have a share.', 'share');
  }
  const details = inWords(traderChanges(before, { ...before, ...values }));
  if (values.imageFileId !== before.imageFileId) details.picture = before.imageFileId ? 'replaced' : 'added';
  if (Object.keys(details).length === 0) return refuse('no-changes', 'No changes were made');
  await tx.update(traderTable).set(values).where(eq(traderTable.id, id));
  await record(tx, { thing: 'trader', thingId: id, event: 'change', by, reason: asked.reason || null, details });
  return done({ name: `${values.firstName} ${values.lastName}` });
}

/** What an edit gives a trader's row. Without a share the one from before stays. */
export const changedRow = (asked: z.output<typeof traderChangeSchema>) => ({
  ...traderRow(asked),
  ...(asked.share !== undefined && { shareBps: shareBpsOf(asked.share) }),
});

/** What is different between a trader as they are (null: not there yet) and as they would be. */
export const traderChanges = (before: Trader | null, after: Words): Change[] =>
  changesOf(before ? words(before) : {}, words(after));

type Words = Pick<Trader, 'firstName' | 'lastName' | 'nationality' | 'minimumCapital' | 'capital' | 'declared'> &
  Partial<Pick<Trader, 'shareBps'>>;

function words({ firstName, lastName, nationality, minimumCapital, capital, declared, shareBps }: Words) {
  return {
    'first name': firstName,
    'last name': lastName,
    nationality,
    'minimum capital': formatUsd(minimumCapital),
    capital: capital === null ? 'not recorded' : formatUsd(capital),
    ...(shareBps !== undefined && { 'leader’s share': formatBps(shareBps) }),
    'declared win rate': declared?.winRate ?? '',
    'declared average return': declared?.avgReturn ?? '',
    'declared followers': declared?.followers ?? '',
    'declared risk/reward': declared?.rrRatio ?? '',
  };
}
