import type { ReactNode } from 'react';
import { formatBps, formatSignedUsd, formatUsd } from '~/ledger/money';
import { dayText } from '~/platform/text/dayText';
import { durationText } from '~/platform/text/durationText';
import { formatNumber } from '~/platform/text/figure';
import { percentText, signedPercentText, toBps } from '~/platform/text/percent';
import type { FigureInputs } from '~/trading/figures/performance';
import { MIN_RATIO_DAYS } from '~/trading/figures/performance';
import { DRAWDOWN_SCORES, RISK_EDGES, RISK_WINDOW_DAYS } from '~/trading/figures/risk';
import { formatRatioOrDash, formatRisk, formatShare, type ShownProfile } from './Figures';

const Meaning = ({ here, children }: { here?: string | false | null; children: ReactNode }) => (
  <>
    <p>{children}</p>
    {here && <p className="mt-2 text-muted">Here: {here}.</p>}
  </>
);

const formatCopies = (count: number): string => (count === 1 ? '1 copy' : `${count} copies`);

export function explainFigures(profile: ShownProfile) {
  const { trader, capital, months, drawdownBps, inputs, copied, copiers, fellShort } = profile;
  const { figures, followers, record } = trader;
  const { closed, open } = figures;
  const winners = { all: (record?.winners ?? 0) + (record?.openWinners ?? 0), closed: record?.winners ?? 0 };
  const losers = (record?.losers ?? 0) + (record?.openLosers ?? 0);
  const won = (record?.won ?? 0n) + (record?.openWon ?? 0n);
  const lost = (record?.lost ?? 0n) + (record?.openLost ?? 0n);
  return {
    winRate: (
      <Meaning here={closed > 0 && `${winners.closed} / ${closed} = ${formatShare(figures.winRateBps)}`}>
        Trades closed with a profit, divided by all closed trades. Open losses are not included
        {open > 0 && ', so open positions are shown beside it'}
        {open > 0 && `: ${open} with ${formatSignedUsd(figures.openResult)}`}.
      </Meaning>
    ),
    monthlyReturn: (
      <Meaning
        here={
          figures.monthlyReturnBps !== null &&
          `the returns of ${months.length} ${months.length === 1 ? 'month' : 'months'} / ${months.length} = ${formatShare(figures.monthlyReturnBps)}`
        }
      >
        The mean of the returns by month, which come from the net asset value and so count open positions. Months that
        the record only touches count too.
      </Meaning>
    ),
    profitFactor: (
      <Meaning
        here={lost > 0n && `${formatUsd(won)} / ${formatUsd(lost)} = ${formatRatioOrDash(figures.profitFactor)}`}
      >
        All profits divided by all losses. Open positions count as if they had closed at the end of the last whole day.
        Above 1, more was won than lost.
      </Meaning>
    ),
    riskReward: (
      <Meaning
        here={
          lost > 0n &&
          winners.all > 0 &&
          `(${formatUsd(won)} / ${winners.all}) / (${formatUsd(lost)} / ${losers}) = ${formatRatioOrDash(figures.riskReward)}`
        }
      >
        The average profit divided by the average loss. Open positions count as in the profit factor.
      </Meaning>
    ),
    fall: (
      <Meaning
        here={
          inputs?.fall &&
          `from ${formatNav(inputs.fall.high.nav)} on ${formatDay(inputs.fall.high.at)} to ${formatNav(inputs.fall.low.nav)} on ${formatDay(inputs.fall.low.at)} = ${formatShare(drawdownBps)}`
        }
      >
        The largest fall of the net asset value from a high, in percent of that high, by the ends of days. Also called
        the maximum drawdown.
      </Meaning>
    ),
    nav: (
      <Meaning
        here={
          inputs &&
          `100 on ${formatDay(inputs.first.at)} became ${formatNav(inputs.last.nav)} on ${formatDay(inputs.last.at)}`
        }
      >
        The net asset value shows what 100 invested at the beginning would be worth at the end of each whole UTC day.
        Deposits and withdrawals are left out. Results entered by management count at their dates; where there are no
        others, the account is the trader’s capital, {formatUsd(capital)}
        {trader.capital === null && ' (none is recorded, so it is the minimum to copy this trader)'}, and these results.
      </Meaning>
    ),
    copiers: <Meaning>People with a copy of this trader that holds money, paused ones included: {followers}.</Meaning>,
    copied: (
      <Meaning here={formatUsd(copied)}>
        The value of all copies of this trader: money put in, minus money taken out, plus results. Open positions count
        as of the end of the last whole day (UTC).
      </Meaning>
    ),
    medianCopy: (
      <Meaning
        here={
          copiers.median !== null &&
          `${formatCopies(copiers.copies)}, ${copiers.inProfit} in profit, median ${formatSignedUsd(copiers.median)}`
        }
      >
        Half of all copies so far, stopped ones too, did better than this, and half did worse. In profit are those that
        won more than they lost. Open positions count as of the end of the last whole day (UTC).
      </Meaning>
    ),
    fellShort: (
      <Meaning
        here={
          fellShort.medianBps !== null &&
          `${formatCopies(fellShort.copies)}, median ${percentText(fellShort.medianBps)}`
        }
      >
        How far copies fell short of the trader’s closed trades since they began, at the size of each copy, in percent
        of the most that its owner had in it at one time: the middle copy, and the value that a tenth of all copies fell
        short by, or by more. Below zero, copies did better. Computed once a day.
      </Meaning>
    ),
    typed: (
      <Meaning>
        Results that management entered. They belong to no position, and count at their dates, once that day is over.
      </Meaning>
    ),
  };
}

const formatNav = (nav: number): string => formatNumber(nav * 100, 2);
const formatDay = (at: number): string => dayText(new Date(at));
/** Formats a fraction for a formula, with two more digits than a percentage, so that readers can compute with it. */
const formatPart = (value: number): string => formatNumber(value, 6);
/** Formats a configured fraction as a percentage without zero decimals: `0.5%`. */
const formatRounded = (value: number): string => formatBps(toBps(value));
const formatReturn = (from: number, to: number): string => signedPercentText(toBps(to / from - 1));

/** Returns the explanation of a return over a range such as `1 year`; null if the record is shorter. */
export const explainReturn = (inputs: FigureInputs, range: string, from: FigureInputs['first'] | null) => (
  <Meaning
    here={
      from &&
      from.nav > 0 &&
      `${formatNav(inputs.last.nav)} / ${formatNav(from.nav)} − 1 = ${formatReturn(from.nav, inputs.last.nav)}`
    }
  >
    The last net asset value divided by the one of {range}, minus one. Shown once the record is that long.
  </Meaning>
);

type Spanned = { from: { nav: number }; to: { nav: number; at: number } } | null;

const explainWorst = (words: string, range: Spanned) => (
  <Meaning
    here={
      range &&
      `to ${formatDay(range.to.at)}: ${formatNav(range.to.nav)} / ${formatNav(range.from.nav)} − 1 = ${formatReturn(range.from.nav, range.to.nav)}`
    }
  >
    {words}
  </Meaning>
);

export function explainRecord({ trader, drawdownBps }: ShownProfile, details: Details, inputs: FigureInputs) {
  const { daily, underWater, worstDay, worstWeek } = inputs;
  const root = details.annualised ? ' × √365' : '';
  return {
    risk: (
      <Meaning
        here={
          trader.record?.risk != null &&
          `largest fall ${formatShare(drawdownBps)}, daily returns deviate by ${formatPart(daily.deviation)} over the whole record: ${formatRisk(trader.record)}`
        }
      >
        1 to 10, by how much a year’s result can be expected to move: each day the higher of what was held and of the
        last {RISK_WINDOW_DAYS} days’ net asset values, and of these the highest of the last {RISK_WINDOW_DAYS} days.
        Edges: {RISK_EDGES.map(formatRounded).join(', ')}.{' '}
        {DRAWDOWN_SCORES.map(({ fall, score }) => `At least ${score} after a fall of ${formatRounded(fall)}. `)}Not
        rated before {MIN_RATIO_DAYS} days, nor for entered results alone.
      </Meaning>
    ),
    underWater: (
      <Meaning
        here={
          underWater &&
          `from ${formatDay(underWater.from)} to ${formatDay(underWater.until)}, ${details.longestUnderWater} days`
        }
      >
        The longest time from a high of the net asset value until it was reached again, or until now.
      </Meaning>
    ),
    sharpe: (
      <Meaning
        here={
          details.sharpe !== null &&
          `${formatPart(daily.mean)} / ${formatPart(daily.deviation)}${root} = ${formatNumber(details.sharpe, 2)}`
        }
      >
        The mean daily return over its standard deviation; times the root of 365 once the record is a year long.
      </Meaning>
    ),
    sortino: (
      <Meaning
        here={
          details.sortino !== null &&
          `${formatPart(daily.mean)} / ${formatPart(daily.downside)}${root} = ${formatNumber(details.sortino, 2)}`
        }
      >
        The mean daily return over the root of the mean square of the losing days, also for a year.
      </Meaning>
    ),
    worstDay: explainWorst('The lowest return of a UTC day.', worstDay),
    worstWeek: explainWorst('The lowest return of any seven days in a row.', worstWeek),
    holding: (
      <Meaning
        here={
          details.averageHolding !== null &&
          `${durationText(details.averageHolding)} over ${details.closedPositions} closed positions`
        }
      >
        The average time from opening a position to closing it.
      </Meaning>
    ),
  };
}

type Details = NonNullable<ShownProfile['details']>;
