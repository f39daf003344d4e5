import { durationText } from '~/platform/text/durationText';
import { figure } from '~/platform/text/figure';
import { bpsOf, percentText, signedPercentText } from '~/platform/text/percent';
import { Sparkline } from '~/ui/charts/Chart';
import { FoldedPart } from '~/ui/layout/Fold';
import { Card, Grid } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Muted } from '~/ui/Text';
import { Change, Facts, Money, Profit, Scale, Stat } from '~/ui/tables/Data';
import type { RecordFigures } from '../../list/queries.server';
import type { traderProfile } from '../../record/profile.server';
import type { ComputedFigures, Ratio } from '../../rules';

export type Profile = NonNullable<Awaited<ReturnType<typeof traderProfile>>>;

const NONE = 'none yet';

export const rateText = (bps: number | null) => (bps === null ? NONE : percentText(bps));
export const ratioText = (ratio: Ratio) => (typeof ratio === 'number' ? figure(ratio, 2) : (ratio ?? NONE));

/** What is to be known wherever a trader's results are shown. */
export function RiskWarning() {
  return (
    <Notice tone="warning" title="Before you copy">
      What a trader did says nothing certain about what comes next. You can lose all the money in a copy. Never put in
      what you can't afford to lose.
    </Notice>
  );
}

/** The same in short, above a list, where the first trader's own figures are to be seen beside it. */
export const ShortRiskWarning = () => (
  <Notice tone="warning" slim>
    You can lose all the money in a copy. Past results are no forecast.
  </Notice>
);

/** What stands for a figure that needs a longer record. */
const SHORT = 'too short';

/** A return of the record, with its arrow; in words where the record is too short. */
export const RecordReturn = ({ bps }: { bps: number | null | undefined }) =>
  bps === null || bps === undefined ? SHORT : <Change bps={bps} />;

/** `4 of 10`, or that it is not rated. */
export const riskText = (record: Pick<RecordFigures, 'risk'> | null) =>
  record?.risk ? `${record.risk} of 10` : 'not rated';

type KeyFigure = { figures: ComputedFigures; followers: number; record: RecordFigures | null };

/** The scale of risk in words, two steps each. */
const RISK_WORDS = ['very low', 'low', 'medium', 'high', 'very high'];

/** `Risk 6, medium`, on a scale of ten steps; or that it is not rated. */
export function Risk({ record }: Pick<KeyFigure, 'record'>) {
  if (!record?.risk) return <Muted>Risk not rated</Muted>;
  return (
    <Scale value={record.risk} of={10}>
      <Muted>Risk</Muted> {record.risk}, {RISK_WORDS[Math.ceil(record.risk / 2) - 1]}
    </Scale>
  );
}

/** The figures of a list, each computed from the record, from closed trades and from real copies. */
export function KeyFigures({ figures, followers, record }: KeyFigure) {
  const { winRateBps, monthlyReturnBps, riskReward } = figures;
  const days = record?.days ?? 0;
  return (
    <Facts
      columns={3}
      items={[
        { term: '1 month', detail: <RecordReturn bps={record?.monthReturnBps} />, spare: true },
        { term: '3 months', detail: <RecordReturn bps={record?.quarterReturnBps} /> },
        { term: '1 year', detail: <RecordReturn bps={record?.yearReturnBps} /> },
        { term: 'Largest fall', detail: record && days > 0 ? percentText(record.maxDrawdownBps) : SHORT },
        { term: 'Win rate', detail: rateText(winRateBps), spare: true },
        { term: 'Risk/reward', detail: ratioText(riskReward), spare: true },
        { term: 'Avg month', detail: <MonthlyReturn bps={monthlyReturnBps} />, spare: true },
        { term: 'Followers', detail: followers, spare: true },
      ]}
    />
  );
}

/** The net asset value of the last 90 days, in small. */
export function RecordLine({ record, name }: { record: RecordFigures | null; name: string }) {
  const line = record?.line ?? [];
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 2)
    return <Muted>No line yet: the record is too short.</Muted>;
  return (
    <Sparkline
      wide
      values={line}
      level={first}
      label={`${name}: ${signedPercentText(last - first)} over the last 90 days`}
    />
  );
}

export const MonthlyReturn = ({ bps }: { bps: number | null }) => (bps === null ? NONE : <Change bps={bps} />);

/** Every figure of a trader; a click on its name leads to how it is computed. */
export function AllFigures({ profile }: { profile: Profile }) {
  const { trader, drawdownBps, copied, copiers, fellShort } = profile;
  const { winRateBps, monthlyReturnBps, profitFactor, riskReward } = trader.figures;
  return (
    <Card>
      <Grid cell="tiny">
        <Stat
          label={<How to="win-rate">Win rate</How>}
          value={rateText(winRateBps)}
          detail={<ClosedAndOpen figures={trader.figures} />}
        />
        <Stat
          label={<How to="monthly-return">Average monthly return</How>}
          value={<MonthlyReturn bps={monthlyReturnBps} />}
        />
        <Stat label={<How to="profit-factor">Profit factor</How>} value={ratioText(profitFactor)} />
        <Stat label={<How to="risk-reward">Risk/reward</How>} value={ratioText(riskReward)} />
        <Stat label={<How to="drawdown">Maximum drawdown</How>} value={rateText(drawdownBps)} />
        <Stat label={<How to="followers">Followers</How>} value={trader.followers} />
        <Stat label={<How to="copied">Capital copied</How>} value={<Money cents={copied} />} />
        <Stat
          label={<How to="copiers">Median result of a copy</How>}
          value={copiers.median === null ? 'none yet' : <Profit cents={copiers.median} />}
          detail={copiers.copies === 0 ? 'No copy so far' : `${copiers.inProfit} of ${copiers.copies} in profit`}
        />
        {fellShort.medianBps !== null && (
          <Stat
            label={<How to="fell-short">Copies fell short by</How>}
            value={percentText(fellShort.medianBps)}
            detail={`Worst of ten: ${percentText(fellShort.worstTenthBps ?? 0)}`}
          />
        )}
      </Grid>
    </Card>
  );
}

/** What a win rate leaves out stands beside it: losses that are not taken yet. */
export function ClosedAndOpen({ figures: { closed, open, openResult } }: { figures: ComputedFigures }) {
  return (
    <>
      {closed} closed {closed === 1 ? 'trade' : 'trades'}
      {open > 0 && (
        <>
          , {open} open with <Money cents={openResult} signed />
        </>
      )}
    </>
  );
}

const bpsOrNull = (part: number | null): number | null => (part === null ? null : bpsOf(part));

/** The figures of a trader's daily record, up to its last whole day. */
export function RecordCard({ profile }: { profile: Profile }) {
  const { trader, details } = profile;
  const { record } = trader;
  if (!record || !details) return null;
  const ratio = (value: number | null) => (value === null ? SHORT : figure(value, 2));
  const perYear = details.annualised ? 'a year' : 'daily, not a year’s';
  return (
    <FoldedPart card title="Record" lead={`${record.days} days, up to the last whole day (UTC).`}>
      <Grid cell="tiny">
        <Stat label={<How to="returns">Return, 30 days</How>} value={<RecordReturn bps={record.monthReturnBps} />} />
        <Stat label={<How to="returns">Return, 91 days</How>} value={<RecordReturn bps={record.quarterReturnBps} />} />
        <Stat label={<How to="returns">Return, 1 year</How>} value={<RecordReturn bps={record.yearReturnBps} />} />
        <Stat
          label={<How to="returns">Return, whole record</How>}
          value={<RecordReturn bps={record.totalReturnBps} />}
        />
        <Stat label={<How to="risk">Risk</How>} value={riskText(record)} />
        <Stat
          label={<How to="under-water">Longest under water</How>}
          value={details.longestUnderWater === 1 ? '1 day' : `${details.longestUnderWater} days`}
        />
        <Stat label={<How to="sharpe">Sharpe</How>} value={ratio(details.sharpe)} detail={perYear} />
        <Stat label={<How to="sortino">Sortino</How>} value={ratio(details.sortino)} detail={perYear} />
        <Stat label={<How to="worst">Worst day</How>} value={<RecordReturn bps={bpsOrNull(details.worstDay)} />} />
        <Stat label={<How to="worst">Worst week</How>} value={<RecordReturn bps={bpsOrNull(details.worstWeek)} />} />
        <Stat
          label={<How to="holding">Average holding time</How>}
          value={details.averageHolding === null ? NONE : durationText(details.averageHolding)}
        />
        <Stat
          label={<How to="typed">Operator’s entries</How>}
          value={trader.typed}
          detail={`beside ${details.closedPositions} closed ${details.closedPositions === 1 ? 'position' : 'positions'}`}
        />
      </Grid>
    </FoldedPart>
  );
}

/** To a figure's formula. The browser's own link, which opens the fold that it is in. */
const How = ({ to, children }: { to: string; children: string }) => <a href={`#${to}`}>{children}</a>;
