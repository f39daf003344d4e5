import { type SmallLine, smallLine } from '~/ui/charts/geometry/smallLine';
import type { ListedTrader, RecordFigures } from './queries.server';

/** The net asset value as it is drawn; null where the record is too short for a line. */
const drawn = (line: readonly number[] | null): SmallLine | null =>
  line && line.length > 1 ? smallLine(line, line[0]) : null;

export type CardFacts = Pick<
  ListedTrader,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'nationality'
  | 'picture'
  | 'simulated'
  | 'source'
  | 'typed'
  | 'status'
  | 'followers'
> & {
  record:
    | (Pick<RecordFigures, 'yearReturnBps' | 'totalReturnBps' | 'days' | 'risk'> & { line: SmallLine | null })
    | null;
};

/** Returns a card's facts and nothing else: what a page is given travels with it, for React. */
export function cardFacts(trader: ListedTrader): CardFacts {
  const { id, firstName, lastName, nationality, picture, simulated, source, typed, status, followers } = trader;
  const facts = { id, firstName, lastName, nationality, picture, simulated, source, typed, status, followers };
  if (!trader.record) return { ...facts, record: null };
  const { yearReturnBps, totalReturnBps, days, risk, line } = trader.record;
  return { ...facts, record: { yearReturnBps, totalReturnBps, days, risk, line: drawn(line) } };
}

/** Suggested trader: a card's facts, and the least of a copy, cents. */
export type SuggestedTrader = CardFacts & Pick<ListedTrader, 'minimumCapital'>;

export type ComparedTrader = CardFacts &
  Pick<ListedTrader, 'figures' | 'minimumCapital'> & {
    record: (Omit<RecordFigures, 'line'> & { line: SmallLine | null }) | null;
  };

export const comparedFacts = (trader: ListedTrader): ComparedTrader => ({
  ...cardFacts(trader),
  figures: trader.figures,
  minimumCapital: trader.minimumCapital,
  record: trader.record && { ...trader.record, line: drawn(trader.record.line) },
});
