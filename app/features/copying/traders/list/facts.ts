import { createSmallLine, type SmallLine } from '~/ui/charts/geometry/smallLine';
import { computeTradesPerMonth } from '../rules';
import type { ListedTrader, RecordFigures } from './queries.server';

const toSmallLine = (line: readonly number[] | null): SmallLine | null =>
  line && line.length > 1 ? createSmallLine(line, line[0]) : null;

export type CardFacts = Pick<
  ListedTrader,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'nationality'
  | 'picture'
  | 'simulated'
  | 'source'
  | 'manualResults'
  | 'status'
  | 'followers'
> & {
  /** Average number of trades in 30 days; null before a day is over. */
  monthly: number | null;
  record:
    | (Pick<RecordFigures, 'yearReturnBps' | 'totalReturnBps' | 'days' | 'risk'> & { line: SmallLine | null })
    | null;
};

/** Picks the facts of a card, since everything that a loader returns is sent to the browser. */
export function pickCardFacts(trader: ListedTrader): CardFacts {
  const { id, firstName, lastName, nationality, picture, simulated, source, manualResults, status, followers } = trader;
  const monthly = computeTradesPerMonth(trader.figures, trader.record?.days);
  const facts = {
    id,
    firstName,
    lastName,
    nationality,
    picture,
    simulated,
    source,
    manualResults,
    status,
    followers,
    monthly,
  };
  if (!trader.record) return { ...facts, record: null };
  const { yearReturnBps, totalReturnBps, days, risk, line } = trader.record;
  return { ...facts, record: { yearReturnBps, totalReturnBps, days, risk, line: toSmallLine(line) } };
}

export type SuggestedTrader = CardFacts & { amount: bigint };

export type ComparedTrader = CardFacts &
  Pick<ListedTrader, 'figures' | 'minimumCapital'> & {
    record: (Omit<RecordFigures, 'line'> & { line: SmallLine | null }) | null;
  };

export const pickComparedFacts = (trader: ListedTrader): ComparedTrader => ({
  ...pickCardFacts(trader),
  figures: trader.figures,
  minimumCapital: trader.minimumCapital,
  record: trader.record && { ...trader.record, line: toSmallLine(trader.record.line) },
});
