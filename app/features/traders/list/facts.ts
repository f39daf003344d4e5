import { type SmallLine, smallLine } from '~/ui/charts/smallLine';
import type { ListedTrader, RecordFigures } from './queries.server';

/** The net asset value of the last 90 days as it is drawn, and by how much it changed, basis points. */
export type DrawnRecord = SmallLine & { change: number };

/** Null where the record is too short for a line. */
function drawn(line: readonly number[] | null): DrawnRecord | null {
  const [first, last] = [line?.[0], line?.at(-1)];
  if (!line || line.length < 2 || first === undefined || last === undefined) return null;
  return { ...smallLine(line, first), change: last - first };
}

/** What a card shows of a trader. */
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
    | (Pick<RecordFigures, 'yearReturnBps' | 'totalReturnBps' | 'days' | 'risk'> & { line: DrawnRecord | null })
    | null;
};

/** What a card shows, and nothing else: what a page is given travels with it, for React. */
export function cardFacts(trader: ListedTrader): CardFacts {
  const { id, firstName, lastName, nationality, picture, simulated, source, typed, status, followers } = trader;
  const facts = { id, firstName, lastName, nationality, picture, simulated, source, typed, status, followers };
  if (!trader.record) return { ...facts, record: null };
  const { yearReturnBps, totalReturnBps, days, risk, line } = trader.record;
  return { ...facts, record: { yearReturnBps, totalReturnBps, days, risk, line: drawn(line) } };
}

/** What is shown of a trader to begin with: a card's facts, and the least that a copy takes, cents. */
export type SuggestedTrader = CardFacts & Pick<ListedTrader, 'minimumCapital'>;

/** What traders are compared by. */
export type ComparedTrader = CardFacts &
  Pick<ListedTrader, 'figures' | 'minimumCapital'> & {
    record: (Omit<RecordFigures, 'line'> & { line: DrawnRecord | null }) | null;
  };

/** Of a trader who is set beside others. */
export const comparedFacts = (trader: ListedTrader): ComparedTrader => ({
  ...cardFacts(trader),
  figures: trader.figures,
  minimumCapital: trader.minimumCapital,
  record: trader.record && { ...trader.record, line: drawn(trader.record.line) },
});
