import { cautionsOf, isTypedTrader } from '../sources';
import { listTraders } from './queries.server';

/** A trader as a visitor sees one: names and computed figures in basis points, null where the record is too short. */
export type FeaturedTrader = {
  id: string;
  name: string;
  picture: string | null;
  /** What must be said beside the figures. */
  labels: string[];
  /** Results of theirs were typed: they are shown, and never what a page begins with. */
  typed: boolean;
  /** Kinds of markets that are traded: `crypto`, `forex`. */
  markets: string[];
  /** Net asset value of 90 days, 10,000 at their beginning. */
  line: number[];
  monthBps: number | null;
  quarterBps: number | null;
  yearBps: number | null;
  totalBps: number;
  /** The largest fall below an earlier high. */
  drawdownBps: number;
  followers: number;
};

/** The first traders of the list that can be copied and have a record; at most `most`. */
export async function featuredTraders(most: number): Promise<FeaturedTrader[]> {
  const { traders } = await listTraders({ page: 1, search: '', forVisitors: true });
  const shown = traders.flatMap(({ record, ...each }) =>
    each.status === 'open' && record && (record.line?.length ?? 0) > 1 ? [{ ...each, record }] : [],
  );
  // Those with typed results stand last, and here only where there is nobody else.
  const whole = shown.filter((each) => !isTypedTrader(each));
  const first = (whole.length > 0 ? whole : shown).slice(0, most);
  return first.map(({ record, ...each }) => ({
    id: each.id,
    name: `${each.firstName} ${each.lastName}`,
    picture: each.picture && `/files/${each.picture}`,
    labels: cautionsOf(each),
    typed: isTypedTrader(each),
    markets: record.markets.trim().split(' ').filter(Boolean),
    // Every fifth point: a card is not wider than that.
    line: (record.line ?? []).filter((_, at, all) => at % 5 === 0 || at === all.length - 1),
    monthBps: record.monthReturnBps,
    quarterBps: record.quarterReturnBps,
    yearBps: record.yearReturnBps,
    totalBps: record.totalReturnBps ?? 0,
    drawdownBps: record.maxDrawdownBps,
    followers: each.followers,
  }));
}
