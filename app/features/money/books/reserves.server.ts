import { type AccountRef, bookLineTitle, custody, type JournalKind, reserve } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { type PostedJournal, post } from '~/ledger/posting/post.server';
import { refuseWhilePaymentsWait } from '~/ledger/proof/paymentsWait.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, formatActor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { getOtherReserve, type ReserveName } from './schema';

/** Change of a reserve in cents, with its reason. `method` names the custody that holds the money, if it is that of a method. */
export type ReserveAct = { reserve: ReserveName; amount: bigint; reason: string; method?: string };

export const fundReserve = (tx: Handle, by: Actor, act: ReserveAct): Promise<Result<PostedJournal>> =>
  moveReserve(tx, by, 'reserve-funded', act, { debit: custody(act.method ?? 'manual'), credit: reserve[act.reserve] });

/** Withdraws from the free reserve. The committed reserve can't be withdrawn. */
export const withdrawReserve = (tx: Handle, by: Actor, act: ReserveAct): Promise<Result<PostedJournal>> =>
  moveReserve(tx, by, 'reserve-taken-back', act, {
    debit: reserve[act.reserve],
    credit: custody(act.method ?? 'manual'),
  });

export const bookNetworkFee = (tx: Handle, by: Actor, act: ReserveAct): Promise<Result<PostedJournal>> =>
  moveReserve(tx, by, 'network-fee', act, { debit: reserve[act.reserve], credit: custody(act.method ?? 'manual') });

/** Moves money between the free and the market reserve; `act.reserve` is the source. */
export const shiftReserve = (tx: Handle, by: Actor, act: ReserveAct): Promise<Result<PostedJournal>> =>
  moveReserve(tx, by, 'reserve-shifted', act, {
    debit: reserve[act.reserve],
    credit: reserve[getOtherReserve(act.reserve)],
  });

async function moveReserve(
  tx: Handle,
  by: Actor,
  kind: JournalKind,
  { reserve: name, amount, reason }: ReserveAct,
  sides: { debit: AccountRef; credit: AccountRef },
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'reserves:change');
  if (without) return without;
  const waits = kind === 'reserve-taken-back' ? await refuseWhilePaymentsWait(tx) : null;
  if (waits) return waits;
  const head = { kind, ref: newId(), actor: formatActor(by), approver: by.approver, reason, effectiveAt: now() };
  const posted = await post(tx, { ...head, legs: [{ ...sides, amount }] });
  if (!posted.ok) {
    if (posted.error.code === 'already-posted') throw new Error('A new id was posted before');
    const { account, balance } = posted.error;
    return refuse(
      'short',
      `${bookLineTitle(account)} holds ${formatUsd(balance)}, which does not cover this.`,
      'amount',
    );
  }
  const details = { amount: formatUsd(amount), journal: posted.value.journalId };
  await record(tx, { thing: 'reserve', thingId: name, event: kind, by, reason, details });
  return done(posted.value);
}
