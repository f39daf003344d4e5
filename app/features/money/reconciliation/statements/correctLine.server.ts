import { deposit as depositTable } from '#drizzle/schema';
import { act } from '~/features/backoffice';
import { correctDeposit } from '~/features/money/wallet/deposits/correctDeposit.server';
import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { requireUser } from '~/signIns/userById.server';
import { findBreakOfLine, isOpenBreak, type StatementBreak } from '../breaks.server';
import type { StoredLine } from '../line';
import {
  findBookedElsewhere,
  loadLine,
  loadLineDetails,
  loadLineFor,
  REFUSE_NO_BREAK,
  refuseBookedElsewhere,
  refuseResolved,
  refuseUnlessOpen,
  resolveBreakLines,
  sumLines,
} from '../lineToBook.server';
import { type BookedMovement, findMovement, isManual, toCents } from '../movements.server';
import { type BreakInput, getBreakSchema } from '../schema';

const selectLinesFor = ({ lines, movements }: StatementBreak, deposit: string, line: StoredLine): StoredLine[] =>
  movements.some(({ id }) => id === deposit) ? lines : [line];

/**
 * Returns whether a line can be the payment of a deposit credited with another amount. If both have a transaction, it must be the same.
 */
export const canBePaymentFor = (line: StoredLine, { thing, transaction }: BookedMovement): boolean =>
  thing === 'deposit' &&
  line.amount > 0n &&
  (!transaction || !line.transactionKey || transaction === line.transactionKey);

/** Returns the corrected amount of a deposit by its lines, cents; null if the books have no amount of its coin. */
export function computeCorrectedWorth(
  found: StatementBreak,
  line: StoredLine,
  { id, amount, cents }: BookedMovement,
): bigint | null {
  const units = sumLines(selectLinesFor(found, id, line));
  return toCents(line.method, units) ?? (amount ? (cents * units) / amount : null);
}

async function correctLine(
  tx: Handle,
  by: Actor,
  { id, deposit, amount, reason }: BreakInput<'correct'>,
): Promise<Result<{ id: string; journalId: string }>> {
  const asked = await loadLineFor(tx, by, 'payments:decide', id);
  if (!asked.ok) return asked;
  const line = asked.value;
  const movement = await findMovement(tx, deposit);
  if (!movement || (movement.method !== line.method && !isManual(movement)))
    return refuse('not-found', 'There is no such line or deposit. Nothing was changed.');
  const settled = await refuseUnlessOpen(tx, by, id);
  if (settled) return settled;
  if (!(await isOpenBreak(tx, deposit))) return refuseResolved('deposit');
  const found = await findBreakOfLine(tx, line);
  if (!found || found.kind === 'repeated') return REFUSE_NO_BREAK;
  if (!canBePaymentFor(line, movement))
    return refuse('other-payment', 'The line is not a payment for this deposit. Nothing was changed.', 'deposit');
  if (found.movements.length > 1 || (found.movements[0] && found.movements[0].id !== deposit))
    return refuse(
      'several',
      'Several deposits have this transaction. Reverse those that did not arrive in the queue, then check the break again.',
      'deposit',
    );
  const echoed = await findBookedElsewhere(tx, line);
  if (echoed?.isSure) return refuseBookedElsewhere(echoed.line);
  const lines = selectLinesFor(found, deposit, line);
  const worth = toCents(line.method, sumLines(lines));
  if (worth !== null && worth !== amount)
    return refuse('wrong-amount', `The statement says ${formatUsd(worth)}. Nothing was changed.`, 'amount');
  const { method, transactionId: onStatement } = line;
  const arrived = { method, received: amount, coin: sumLines(lines), onStatement, reason };
  const corrected = await correctDeposit(tx, by, deposit, arrived);
  if (!corrected.ok) return corrected;
  const { depositId: thingId, journalId } = corrected.value;
  await resolveBreakLines(tx, by, id, {
    method,
    lines: lines.map((each) => each.id),
    thing: 'deposit',
    thingId,
    how: 'corrected',
    reason,
    event: 'correct',
    userId: movement.owner.id,
    details: {
      'credited before': formatUsd(movement.cents),
      corrected: formatUsd(amount),
      'deposit reversed': deposit,
      'deposit credited': thingId,
    },
  });
  return done({ id, journalId });
}

export const STATEMENT_CORRECT = act({
  name: 'statement-correct',
  right: 'payments:decide',
  takesTwo: 'it takes back a deposit and credits another amount',
  schema: getBreakSchema('correct'),
  run: correctLine,
  title: async (tx, { deposit, amount }) => {
    const [found] = await verified(tx, depositTable, { id: deposit });
    return `Correct a deposit of ${found ? await requireUser(tx, found.userId) : deposit} to ${formatUsd(amount)}`;
  },
  details: async (tx, { id, deposit }) => {
    const [found] = await verified(tx, depositTable, { id: deposit });
    const line = await loadLine(tx, id);
    return [
      ...(found && isManual(found) && line ? [{ name: 'Credited by hand; its method will be', to: line.method }] : []),
      ...(found?.received ? [{ name: 'Credited so far', to: formatUsd(found.received) }] : []),
      ...(found?.transactionId ? [{ name: 'Transaction of the deposit', to: found.transactionId }] : []),
      ...(await loadLineDetails(tx, id)),
    ];
  },
  toast: ({ amount }) => `Deposit corrected to ${formatUsd(amount)}`,
});
