import { formatBps, formatUsd } from '~/ledger/money';
import { Sparkline } from '~/ui/Chart';
import { Change, Facts, Money, Profit, Scale, Stat } from '~/ui/Data';
import { Card, Grid, Section } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Muted, Prose } from '~/ui/Text';
import { Link } from '~/web/router';
import type { RecordFigures, traderProfile } from '../queries.server';
import type { Figures, LogTotals, Ratio } from '../rules';

export type Profile = NonNullable<Awaited<ReturnType<typeof traderProfile>>>;

const NONE = 'none yet';

export const rateText = (bps: number | null) => (bps === null ? NONE : formatBps(bps));
export const ratioText = (ratio: Ratio) => (typeof ratio === 'number' ? ratio.toFixed(2) : (ratio ?? NONE));

/** What is to be known wherever a trader's results are shown. */
export function RiskWarning() {
  return (
    <Notice tone="warning" title="Before you copy">
      What a trader did says nothing certain about what comes next. You can lose all the money in a copy. Never put in
      what you can't afford to lose.
    </Notice>
  );
}

/** What stands for a figure that needs a longer record. */
const SHORT = 'too short';

/** A return of the record, with its arrow; in words where the record is too short. */
export const RecordReturn = ({ bps }: { bps: number | null | undefined }) =>
  bps === null || bps === undefined ? SHORT : <Change bps={bps} />;

/** `4 of 10`, or that it is not rated. */
export const riskText = (record: Pick<RecordFigures, 'risk'> | null) =>
  record?.risk ? `${record.risk} of 10` : 'not rated';

type KeyFigure = { figures: Figures; followers: number; record: RecordFigures | null };

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
        { term: '1 month', detail: <RecordReturn bps={record?.monthReturnBps} /> },
        { term: '3 months', detail: <RecordReturn bps={record?.quarterReturnBps} /> },
        { term: '1 year', detail: <RecordReturn bps={record?.yearReturnBps} /> },
        { term: 'Largest fall', detail: record && days > 0 ? formatBps(record.maxDrawdownBps) : SHORT },
        { term: 'Win rate', detail: rateText(winRateBps) },
        { term: 'Risk/reward', detail: ratioText(riskReward) },
        { term: 'Avg month', detail: <MonthlyReturn bps={monthlyReturnBps} /> },
        { term: 'Followers', detail: followers },
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
  const change = formatBps(last - first).replace('-', '−');
  return <Sparkline wide values={line} level={first} label={`${name}: ${change} over the last 90 days`} />;
}

export const MonthlyReturn = ({ bps }: { bps: number | null }) => (bps === null ? NONE : <Change bps={bps} />);

/** Every figure of a trader; a click on its name leads to how it is computed. */
export function AllFigures({ profile }: { profile: Profile }) {
  const { trader, drawdownBps, copied, copiers, fellShort } = profile;
  const { closed, winRateBps, monthlyReturnBps, profitFactor, riskReward } = trader.figures;
  return (
    <Card>
      <Grid cell="tiny">
        <Stat
          label={<How to="win-rate">Win rate</How>}
          value={rateText(winRateBps)}
          detail={`${closed} closed trades`}
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
            value={formatBps(fellShort.medianBps)}
            detail={`Worst of ten: ${formatBps(fellShort.worstTenthBps ?? 0)}`}
          />
        )}
      </Grid>
    </Card>
  );
}

/** `2 days`: a duration in milliseconds, in its largest unit. */
function durationText(milliseconds: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const;
  const [word, length] = units.find(([, each]) => milliseconds >= 2 * each) ?? units[2];
  return `${Math.round(milliseconds / length)} ${word}s`;
}

const partBps = (part: number | null): number | null => (part === null ? null : Math.round(part * 10_000));

/** The figures of a trader's daily record, up to its last whole day. */
export function RecordCard({ profile }: { profile: Profile }) {
  const { trader, details } = profile;
  const { record } = trader;
  if (!record || !details) return null;
  const ratio = (value: number | null) => (value === null ? SHORT : value.toFixed(2));
  const perYear = details.annualised ? 'a year' : 'daily, not a year’s';
  return (
    <Card title="Record" lead={`${record.days} days, up to the last whole day (UTC).`}>
      <Grid cell="tiny">
        <Stat label={<How to="returns">Return, 30 days</How>} value={<RecordReturn bps={record.monthReturnBps} />} />
        <Stat label={<How to="returns">Return, 91 days</How>} value={<RecordReturn bps={partBps(details.quarter)} />} />
        <Stat label={<How to="returns">Return, 1 year</How>} value={<RecordReturn bps={record.yearReturnBps} />} />
        <Stat
          label={<How to="returns">Return, whole record</How>}
          value={<RecordReturn bps={partBps(details.total)} />}
        />
        <Stat label={<How to="risk">Risk</How>} value={riskText(record)} />
        <Stat
          label={<How to="under-water">Longest under water</How>}
          value={details.longestUnderWater === 1 ? '1 day' : `${details.longestUnderWater} days`}
        />
        <Stat label={<How to="sharpe">Sharpe</How>} value={ratio(details.sharpe)} detail={perYear} />
        <Stat label={<How to="sortino">Sortino</How>} value={ratio(details.sortino)} detail={perYear} />
        <Stat label={<How to="worst">Worst day</How>} value={<RecordReturn bps={partBps(details.worstDay)} />} />
        <Stat label={<How to="worst">Worst week</How>} value={<RecordReturn bps={partBps(details.worstWeek)} />} />
        <Stat
          label={<How to="holding">Average holding time</How>}
          value={details.averageHolding === null ? NONE : durationText(details.averageHolding)}
        />
        <Stat
          label={<How to="typed">Typed results</How>}
          value={`${trader.typed} of ${trader.figures.closed}`}
          detail="of all that counts here"
        />
      </Grid>
    </Card>
  );
}

const How = ({ to, children }: { to: string; children: string }) => <Link to={`#${to}`}>{children}</Link>;

/** The formulas, in words; what a figure's name leads to. */
export function HowComputed(props: {
  capital: bigint;
  recorded: boolean;
  hasRecord: boolean;
  /** What the figures are computed from. */
  totals: LogTotals;
  figures: Figures;
}) {
  const { capital, recorded, hasRecord, totals, figures } = props;
  const { winners, losers, won, lost } = totals;
  const { closed } = figures;
  return (
    <Section
      title="How these figures are computed"
      lead="From the orders and results on this page and from real copies."
    >
      <Prose>
        <p>
          The trader’s capital is <Money cents={capital} />
          {recorded ? ', as recorded.' : ': none is recorded, so it is the minimum capital to copy this trader.'}
        </p>
        <dl>
          <dt id="win-rate">Win rate</dt>
          <dd>
            Trades closed with a profit, divided by all closed trades.{' '}
            {closed > 0 && `Here: ${winners} / ${closed} = ${rateText(figures.winRateBps)}.`}
          </dd>
          <dt id="monthly-return">Average monthly return</dt>
          <dd>
            All profits less all losses, divided by the trader’s capital and by the months from the first trade to this
            one. Months without trades count.{' '}
            {closed > 0 &&
              `Here: (${formatUsd(won)} − ${formatUsd(lost)}) / ${formatUsd(capital)} by month = ${rateText(figures.monthlyReturnBps)}.`}
          </dd>
          <dt id="profit-factor">Profit factor</dt>
          <dd>
            All profits divided by all losses. Above 1, more was won than lost.{' '}
            {losers > 0 && `Here: ${formatUsd(won)} / ${formatUsd(lost)} = ${ratioText(figures.profitFactor)}.`}
          </dd>
          <dt id="risk-reward">Risk/reward</dt>
          <dd>
            The average profit divided by the average loss.{' '}
            {losers > 0 &&
              winners > 0 &&
              `Here: (${formatUsd(won)} / ${winners}) / (${formatUsd(lost)} / ${losers}) = ${ratioText(figures.riskReward)}.`}
          </dd>
          <dt id="drawdown">Maximum drawdown</dt>
          <dd>
            {hasRecord
              ? 'The most that the net asset value at the end of a day fell from a high, of that high.'
              : 'The deepest fall from a highest point: capital plus all results so far, measured against the highest it had been.'}
          </dd>
          <dt id="nav">Net asset value</dt>
          <dd>
            {hasRecord
              ? 'What 100 would have become that were there from the beginning, by the worth of the account at the end of each UTC day. Money put in or taken out is left out, and typed results count at their dates.'
              : 'What 100 put in before the first trade would have become: capital plus all results, divided by capital, times 100. Nothing is added to it or taken out.'}
          </dd>
          {hasRecord && <RecordFormulas />}
          <dt id="followers">Followers</dt>
          <dd>Copies of this trader that are active now.</dd>
          <dt id="copied">Capital copied</dt>
          <dd>What is in the copies of this trader now, results included.</dd>
          <dt id="copiers">Median result of a copy</dt>
          <dd>
            Half of all copies so far, stopped ones too, did better than this, and half did worse. In profit are those
            that won more than they lost.
          </dd>
          <dt id="fell-short">Copies fell short by</dt>
          <dd>
            What the trader made of closed trades, scaled to each copy, less what the copy made of them, in percent of
            what was put in: the middle copy, and the one that a tenth of all copies fell short as much as, or more.
            Below zero, copies did better. Made once a day.
          </dd>
        </dl>
      </Prose>
    </Section>
  );
}

/** The formulas of the daily record. */
const RecordFormulas = () => (
  <>
    <dt id="returns">Returns</dt>
    <dd>
      The last net asset value over the one 30, 91 or 365 days before, less one. Shown once the record is that long.
    </dd>
    <dt id="risk">Risk</dt>
    <dd>
      1 to 10, by how much a year’s result can be expected to move: each day the higher of what was held and of the last
      30 days’ net asset values, and of these the highest of the last 30 days. Edges: 0.5, 2, 5, 10, 15, 25, 40, 60 and
      90%. Not rated before 30 days, nor for typed results alone.
    </dd>
    <dt id="under-water">Longest under water</dt>
    <dd>The longest time from a high of the net asset value until it was reached again, or until now.</dd>
    <dt id="sharpe">Sharpe</dt>
    <dd>The mean daily return over its standard deviation; times the root of 365 once the record is a year long.</dd>
    <dt id="sortino">Sortino</dt>
    <dd>The mean daily return over the root of the mean square of the losing days, likewise.</dd>
    <dt id="worst">Worst day and week</dt>
    <dd>The lowest return of a UTC day, and of any seven days in a row.</dd>
    <dt id="holding">Average holding time</dt>
    <dd>From opening a position until nothing is held any more, on average of the closed ones.</dd>
    <dt id="typed">Typed results</dt>
    <dd>Results that the operator typed. They belong to no position, and count at their dates.</dd>
  </>
);
