import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { copy, notification, trader as traderTable } from '#drizzle/schema';
import { formatBps, formatUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import { type Handle, insertAll } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { type ChangedValue, describeChanges, listChanges } from '~/platform/events/changes';
import { record } from '~/platform/events/index.server';
import { formatFullName } from '~/platform/fields/plainName';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { toTraderRow } from './createTrader.server';
import { parseShareBps, type traderChangeSchema } from './schema';

type Trader = typeof traderTable.$inferSelect;

/** Changes the entered fields of a trader; the audit log records each value before and after. */
export async function updateTrader(
  tx: Handle,
  by: Actor,
  id: string,
  input: z.output<typeof traderChangeSchema>,
): Promise<Result<{ name: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const [before] = await verified(tx, traderTable, eq(traderTable.id, id));
  if (!before) return refuse('not-found', 'There is no such trader.');
  const values = toChangedRow(input);
  const { shareBps = before.shareBps, imageFileId = before.imageFileId } = values;
  if (shareBps !== before.shareBps && before.source !== 'signal' && before.source !== 'investor') {
    return refuse('no-share', 'Only traders by signals and investors who are copied can have a share.', 'share');
  }
  const details = describeChanges(listTraderChanges(before, { ...before, ...values }));
  if (imageFileId !== before.imageFileId) details.picture = before.imageFileId ? 'replaced' : 'added';
  if (Object.keys(details).length === 0) return refuse('no-changes', 'No changes were made');
  await tx.update(traderTable).set(values).where(eq(traderTable.id, id));
  await record(tx, { thing: 'trader', thingId: id, event: 'change', by, reason: input.reason || null, details });
  if (shareBps !== before.shareBps) await notifyOwners(tx, { ...before, ...values }, shareBps);
  return done({ name: `${values.firstName} ${values.lastName}` });
}

async function notifyOwners(tx: Handle, leader: Trader, shareBps: number): Promise<void> {
  const running = and(eq(copy.traderId, leader.id), inArray(copy.status, ['active', 'paused']));
  const copies = await tx
    .select({ id: copy.id, userId: copy.userId, shareBps: copy.shareBps })
    .from(copy)
    .where(running);
  const name = formatFullName(leader);
  const rows = copies
    .filter((each) => each.shareBps !== shareBps)
    .map(({ id, userId, shareBps: own }) => ({
      id: newId(),
      userId,
      text: `${name} now asks new copies for ${formatBps(shareBps)} of new profits. Yours stays at ${formatBps(own)} until you agree.`,
      href: `/usercopytrade/${id}`,
      at: now(),
      readAt: null,
    }));
  await insertAll(tx, notification, rows);
}

/** Returns the columns that an edit changes in a trader's row. A missing share or picture is not changed. */
export const toChangedRow = (input: z.output<typeof traderChangeSchema>) => ({
  ...toTraderRow(input),
  ...(input.traderImage && { imageFileId: input.traderImage }),
  ...(input.share !== undefined && { shareBps: parseShareBps(input.share) }),
});

/** Returns the changes of a trader; `before` is null for a new one. */
export const listTraderChanges = (before: Trader | null, after: DescribedFields): ChangedValue[] =>
  listChanges(before ? describeTraderValues(before) : {}, describeTraderValues(after));

type DescribedFields = Pick<
  Trader,
  'firstName' | 'lastName' | 'nationality' | 'minimumCapital' | 'capital' | 'declared'
> &
  Partial<Pick<Trader, 'shareBps' | 'imageFileId'>>;

function describeTraderValues({
  firstName,
  lastName,
  nationality,
  minimumCapital,
  capital,
  declared,
  shareBps,
  imageFileId,
}: DescribedFields) {
  return {
    'first name': firstName,
    'last name': lastName,
    nationality,
    'minimum capital': formatUsd(minimumCapital),
    capital: capital === null ? 'not recorded' : formatUsd(capital),
    ...(shareBps !== undefined && { 'trader’s share': formatBps(shareBps) }),
    'declared win rate': declared?.winRate ?? '',
    'declared average return': declared?.avgReturn ?? '',
    'declared copiers': declared?.followers ?? '',
    'declared risk/reward': declared?.rrRatio ?? '',
    // The address identifies the picture, so that both administrators check the same one.
    ...(imageFileId && { picture: `/files/${imageFileId}` }),
  };
}
