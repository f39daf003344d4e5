import type { ReactNode } from 'react';
import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { dayText } from '~/platform/text/dayText';
import { durationText } from '~/platform/text/durationText';
import { figure } from '~/platform/text/figure';
import { bpsOf, percentText, signedPercentText } from '~/platform/text/percent';
import type { FigureInputs } from '~/trading/figures/inputs';
import { FoldedPart } from '~/ui/layout/Fold';
import { Prose } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import { type Profile, rateText, ratioText, riskText } from './Figures';

/** The formulas, in words, each with this trader's own inputs; what a figure's name leads to. */
export function HowComputed({ profile }: { profile: Profile }) {
  const { trader, capital, months, details, drawdownBps, inputs, copied, copiers, fellShort } = profile;
  const { figures, followers, record } = trader;
  const { closed, open } = figures;
  const winners = { all: (record?.winners ?? 0) + (record?.openWinners ?? 0), closed: record?.winners ?? 0 };
  const losers = (record?.losers ?? 0) + (record?.openLosers ?? 0);
  const won = (record?.won ?? 0n) + (record?.openWon ?? 0n);
  const lost = (record?.lost ?? 0n) + (record?.openLost ?? 0n);
  return (
    <FoldedPart
      title="How these figures are computed"
      lead="From the orders and results on this page and from real copies."
    >
      <Prose>
        <p>
          The trader’s capital is <Money cents={capital} />
          {trader.capital === null
            ? ': none is recorded, so it is the minimum capital to copy this trader.'
            : ', as recorded.'}
        </p>
        <dl>
          <Formula
            id="win-rate"
            name="Win rate"
            here={closed > 0 && `${winners.closed} / ${closed} = ${rateText(figures.winRateBps)}`}
          >
            Trades closed with a profit, divided by all closed trades. Losses that are not taken yet are in no win rate,
            so what is open stands beside it{open > 0 && `: ${open} with ${formatSignedUsd(figures.openResult)}`}.
          </Formula>
          <Formula
            id="monthly-return"
            name="Average monthly return"
            here={
              figures.monthlyReturnBps !== null &&
              `the returns of ${months.length} ${months.length === 1 ? 'month' : 'months'} / ${months.length} = ${rateText(figures.monthlyReturnBps)}`
            }
          >
            The mean of the returns by month above, which come from the net asset value and so count open positions.
            Months that the record only touches count too.
          </Formula>
          <Formula
            id="profit-factor"
            name="Profit factor"
            here={lost > 0n && `${formatUsd(won)} / ${formatUsd(lost)} = ${ratioText(figures.profitFactor)}`}
          >
            All profits divided by all losses, open positions as if they had been closed at the end of the last whole
            day. Above 1, more was won than lost.
          </Formula>
          <Formula
            id="risk-reward"
            name="Risk/reward"
            here={
              lost > 0n &&
              winners.all > 0 &&
              `(${formatUsd(won)} / ${winners.all}) / (${formatUsd(lost)} / ${losers}) = ${ratioText(figures.riskReward)}`
            }
          >
            The average profit divided by the average loss, open positions as in the profit factor.
          </Formula>
          <Formula
            id="drawdown"
            name="Maximum drawdown"
            here={
              inputs?.fall &&
              `from ${worth(inputs.fall.high.nav)} on ${day(inputs.fall.high.at)} to ${worth(inputs.fall.low.nav)} on ${day(inputs.fall.low.at)} = ${rateText(drawdownBps)}`
            }
          >
            The most that the net asset value at the end of a day fell from a high, of that high.
          </Formula>
          <Formula
            id="nav"
            name="Net asset value"
            here={inputs && `100 on ${day(inputs.first.at)} became ${worth(inputs.last.nav)} on ${day(inputs.last.at)}`}
          >
            What 100 invested at the beginning would have become, by the worth of the account at the end of each whole
            UTC day. Money put in or taken out is left out. Results entered by the operator count at their dates; where
            there are no others, the account is the trader’s capital and these results.
          </Formula>
          {details && inputs && <RecordFormulas profile={profile} details={details} inputs={inputs} />}
          <Formula id="followers" name="Followers" here={String(followers)}>
            Copies of this trader that are active now.
          </Formula>
          <Formula id="copied" name="Capital copied" here={formatUsd(copied)}>
            What is in the copies of this trader: put in less taken out, with results, those of open positions as of the
            end of the last whole day (UTC).
          </Formula>
          <Formula
            id="copiers"
            name="Median result of a copy"
            here={
              copiers.median !== null &&
              `${copiers.copies} ${copiers.copies === 1 ? 'copy' : 'copies'}, ${copiers.inProfit} in profit, median ${formatSignedUsd(copiers.median)}`
            }
          >
            Half of all copies so far, stopped ones too, did better than this, and half did worse. In profit are those
            that won more than they lost. Open positions count as of the end of the last whole day (UTC).
          </Formula>
          <Formula
            id="fell-short"
            name="Copies fell short by"
            here={
              fellShort.medianBps !== null &&
              `${fellShort.copies} ${fellShort.copies === 1 ? 'copy' : 'copies'}, median ${percentText(fellShort.medianBps)}`
            }
          >
            What the trader made of closed trades since each copy began, scaled to it, less what the copy made of them,
            in percent of the most that its owner had in it at one time: the middle copy, and the value that a tenth of
            all copies fell short by, or by more. Below zero, copies did better. Computed once a day.
          </Formula>
        </dl>
      </Prose>
    </FoldedPart>
  );
}

/** A formula in words and, where there is something to compute with, its inputs and what they give. */
const Formula = (props: { id: string; name: string; here?: string | false | null; children: ReactNode }) => (
  <>
    <dt id={props.id}>{props.name}</dt>
    <dd>
      {props.children}
      {props.here && ` Here: ${props.here}.`}
    </dd>
  </>
);

/** A net asset value as what 100 became. */
const worth = (nav: number): string => figure(nav * 100, 2);
const day = (at: number): string => dayText(new Date(at));
/** A part as a figure of a formula, with two digits more than a percentage has, so that a reader can compute with it. */
const part = (value: number): string => figure(value, 6);
const change = (from: number, to: number): string => signedPercentText(bpsOf(to / from - 1));

type RecordProps = { profile: Profile; details: NonNullable<Profile['details']>; inputs: FigureInputs };

/** The formulas of the daily record. */
function RecordFormulas({ profile: { trader, drawdownBps }, details, inputs }: RecordProps) {
  const { last, before, first, daily, underWater, worstDay, worstWeek } = inputs;
  const root = details.annualised ? ' × √365' : '';
  const spans = [
    ['30 days', before.month],
    ['91 days', before.quarter],
    ['1 year', before.year],
    ['whole record', first],
  ] as const;
  const returns = spans.flatMap(([name, point]) =>
    point && point.nav > 0
      ? [`${name}: ${worth(last.nav)} / ${worth(point.nav)} − 1 = ${change(point.nav, last.nav)}`]
      : [],
  );
  const worst = [worstDay && { name: 'day', span: worstDay }, worstWeek && { name: 'week', span: worstWeek }].flatMap(
    (one) =>
      one
        ? [
            `worst ${one.name} to ${day(one.span.to.at)}: ${worth(one.span.to.nav)} / ${worth(one.span.from.nav)} − 1 = ${change(one.span.from.nav, one.span.to.nav)}`,
          ]
        : [],
  );
  return (
    <>
      <Formula id="returns" name="Returns" here={returns.join('; ')}>
        The last net asset value over the one 30, 91 or 365 days before, less one. Shown once the record is that long.
      </Formula>
      <Formula
        id="risk"
        name="Risk"
        here={
          trader.record?.risk != null &&
          `largest fall ${rateText(drawdownBps)}, daily returns deviate by ${part(daily.deviation)} over the whole record: ${riskText(trader.record)}`
        }
      >
        1 to 10, by how much a year’s result can be expected to move: each day the higher of what was held and of the
        last 30 days’ net asset values, and of these the highest of the last 30 days. Edges: 0.5, 2, 5, 10, 15, 25, 40,
        60 and 90%. At least 8 once half was lost from a high, 9 from three quarters and 10 from nine tenths on. Not
        rated before 30 days, nor for entered results alone.
      </Formula>
      <Formula
        id="under-water"
        name="Longest under water"
        here={
          underWater && `from ${day(underWater.from)} to ${day(underWater.until)}, ${details.longestUnderWater} days`
        }
      >
        The longest time from a high of the net asset value until it was reached again, or until now.
      </Formula>
      <Formula
        id="sharpe"
        name="Sharpe"
        here={
          details.sharpe !== null &&
          `${part(daily.mean)} / ${part(daily.deviation)}${root} = ${figure(details.sharpe, 2)}`
        }
      >
        The mean daily return over its standard deviation; times the root of 365 once the record is a year long.
      </Formula>
      <Formula
        id="sortino"
        name="Sortino"
        here={
          details.sortino !== null &&
          `${part(daily.mean)} / ${part(daily.downside)}${root} = ${figure(details.sortino, 2)}`
        }
      >
        The mean daily return over the root of the mean square of the losing days, also for a year.
      </Formula>
      <Formula id="worst" name="Worst day and week" here={worst.join('; ')}>
        The lowest return of a UTC day, and of any seven days in a row.
      </Formula>
      <Formula
        id="holding"
        name="Average holding time"
        here={
          details.averageHolding !== null &&
          `${durationText(details.averageHolding)} over ${details.closedPositions} closed positions`
        }
      >
        From opening a position until nothing is held any more, on average of the closed ones.
      </Formula>
      <Formula id="typed" name="Operator’s entries" here={String(trader.typed)}>
        Results that the operator typed. They belong to no position, and count at their dates, once that day is over.
      </Formula>
    </>
  );
}
