import { createSmallLine, type SmallLine } from '~/ui/charts/geometry/smallLine';
import { sampleIndexes } from '../record/chart';
import { isManualTrader, manualLabel } from '../sources';
import { getHeadline } from './headline';
import { listTraders } from './queries.server';

/** Trader as shown to visitors. Figures are computed, in basis points, and null if the record is too short. */
export type FeaturedTrader = {
  id: string;
  name: string;
  picture: string | null;
  /** Label of a trader with results that an administrator entered. Such traders are never listed first. */
  manualLabel: string | null;
  markets: string[];
  /** Return of twelve months, or of a shorter record, with its period. */
  headline: ReturnType<typeof getHeadline>;
  /** Line of the net asset value over that period. */
  line: SmallLine;
  monthBps: number | null;
  quarterBps: number | null;
  yearBps: number | null;
  /** Risk from 1 to 10; null if it is not rated. */
  risk: number | null;
  drawdownBps: number;
  followers: number;
};

export async function listFeaturedTraders(limit: number): Promise<FeaturedTrader[]> {
  const { traders } = await listTraders({ page: 1, search: '', forVisitors: true });
  const shown = traders.flatMap(({ record, ...each }) =>
    each.status === 'open' && record && (record.line?.length ?? 0) > 1 ? [{ ...each, record }] : [],
  );
  // Traders with manual results come last, and appear here only if there are no others.
  const whole = shown.filter((each) => !isManualTrader(each));
  const first = (whole.length > 0 ? whole : shown).slice(0, limit);
  return first.map(({ record, ...each }) => ({
    id: each.id,
    name: `${each.firstName} ${each.lastName}`,
    picture: each.picture && `/files/${each.picture}`,
    manualLabel: manualLabel(each),
    markets: record.markets.trim().split(' ').filter(Boolean),
    headline: getHeadline(record),
    line: reducePoints(record.line ?? []),
    monthBps: record.monthReturnBps,
    quarterBps: record.quarterReturnBps,
    yearBps: record.yearReturnBps,
    risk: record.risk,
    drawdownBps: record.maxDrawdownBps,
    followers: each.followers,
  }));
}

/** Points of a line on the landing page, which must stay small. */
const MAX_LINE_POINTS = 20;

const reducePoints = (line: readonly number[]): SmallLine =>
  createSmallLine(
    sampleIndexes(line.length, MAX_LINE_POINTS, 0).map((at) => line[at] ?? 0),
    line[0],
  );
