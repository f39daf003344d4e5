import { calculateShare } from '~/ledger/money';

/* Amount of "What if I had copied $1,000", computed from figures that lists show too. */

export const WHAT_IF_AMOUNT_CENTS = 1_000_00n;

export const WHAT_IF_MONTHS = [1, 3, 12] as const;

/** Performance of a trader in past periods, in basis points; null if the record is shorter than the period. */
export type PastReturns = {
  id: string;
  name: string;
  manualLabel: string | null;
  monthBps: number | null;
  quarterBps: number | null;
  yearBps: number | null;
  drawdownBps: number;
};

const RETURN_FIELD_BY_MONTHS = { 1: 'monthBps', 3: 'quarterBps', 12: 'yearBps' } as const;

/** Returns the past result for the trader and months in a URL; null if the record is shorter. */
export function computeWhatIf(traders: readonly PastReturns[], query: URLSearchParams) {
  const first = traders.find(({ manualLabel }) => !manualLabel);
  const trader = first && (traders.find(({ id }) => id === query.get('copied')) ?? first);
  if (!trader) return null;
  const months = WHAT_IF_MONTHS.find((each) => String(each) === query.get('months')) ?? 12;
  const bps = trader[RETURN_FIELD_BY_MONTHS[months]];
  const ended = bps === null ? null : WHAT_IF_AMOUNT_CENTS + calculateShare(WHAT_IF_AMOUNT_CENTS, bps);
  return { trader: trader.id, name: trader.name, drawdownBps: trader.drawdownBps, months, ended };
}
