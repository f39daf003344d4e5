import type { ReactNode } from 'react';
import { durationText } from '~/platform/text/durationText';
import { formatNumber } from '~/platform/text/figure';
import { percentText, toBps } from '~/platform/text/percent';
import { FoldedPart } from '~/ui/layout/Fold';
import { Card } from '~/ui/layout/Layout';
import { Change, Money, NoFigure, Profit, Time } from '~/ui/tables/Data';
import { ExplainedRow, ExplainedStat } from '~/ui/tables/Explained';
import { getHeadline } from '../../list/headline';
import {
  ClosedAndOpen,
  formatRatioOrDash,
  formatShare,
  getRiskWord,
  MonthlyReturn,
  RecordReturn,
  RiskWarning,
  type ShownProfile,
  ValueOrDash,
} from './Figures';
import { explainFigures, explainRecord, explainReturn } from './meanings';

export function FirstFigures({ profile }: { profile: ShownProfile }) {
  const { trader, details, inputs, drawdownBps, copied } = profile;
  const { record, followers } = trader;
  const { bps, periodLabel } = getHeadline(record);
  const meanings = explainFigures(profile);
  return (
    <Card>
      <div className="first-figures">
        <ExplainedStat
          label="Return"
          about={
            inputs ? explainReturn(inputs, `${periodLabel} before`, inputs.before.year ?? inputs.first) : meanings.nav
          }
          value={bps === null ? <NoFigure>none yet</NoFigure> : <Change bps={bps} />}
          detail={bps !== null && periodLabel}
        />
        <ExplainedStat
          label="Risk"
          about={details && inputs ? explainRecord(profile, details, inputs).risk : 'Not rated without a record.'}
          value={record?.risk ?? <NoFigure>not rated</NoFigure>}
          detail={record?.risk && `of 10, ${getRiskWord(record.risk)}`}
        />
        <ExplainedStat
          label="Largest fall"
          about={meanings.fall}
          value={drawdownBps === null ? <NoFigure>too short</NoFigure> : percentText(drawdownBps)}
          detail="from a high"
        />
        <ExplainedStat
          label="Copiers"
          about={
            <>
              {meanings.copiers}
              {meanings.copied}
            </>
          }
          value={followers}
          detail={
            <>
              <Money cents={copied} /> copied
            </>
          }
        />
        <ExplainedStat
          label="Since"
          about={meanings.nav}
          value={inputs ? <Time at={new Date(inputs.first.at)} dateOnly /> : <NoFigure>no record yet</NoFigure>}
          detail={record && `${record.days} days of record`}
        />
      </div>
      {profile.about && <p>{profile.about}</p>}
      <RiskWarning />
    </Card>
  );
}

/** Record, figures and open positions of a profile: two columns without gaps on wide screens. */
export const ProfileParts = ({ children }: { children: [ReactNode, ReactNode, ReactNode] }) => (
  <div className="profile-parts">{children}</div>
);

/** Describes the worst shortfalls: the worst tenth of at least ten copies, else the worst copy. Returns nothing for a single copy. */
function describeWorst({ copies, worstTenthBps }: ShownProfile['fellShort']): string | undefined {
  if (copies < 2 || worstTenthBps === null) return undefined;
  const worst = percentText(worstTenthBps);
  return copies < 10 ? `Worst of ${copies}: ${worst}` : `Worst tenth: ${worst} or more`;
}

export function TradingFigures({ profile }: { profile: ShownProfile }) {
  const { trader, copiers, fellShort } = profile;
  const { winRateBps, monthlyReturnBps, profitFactor, riskReward } = trader.figures;
  const meanings = explainFigures(profile);
  return (
    <Card title="Trades and copies">
      <dl className="divide-y divide-line">
        <ExplainedRow
          label="Win rate"
          about={meanings.winRate}
          value={<ValueOrDash of={winRateBps}>{formatShare(winRateBps)}</ValueOrDash>}
          detail={<ClosedAndOpen figures={trader.figures} />}
        />
        <ExplainedRow
          label="Average monthly return"
          about={meanings.monthlyReturn}
          value={
            <ValueOrDash of={monthlyReturnBps}>
              <MonthlyReturn bps={monthlyReturnBps} />
            </ValueOrDash>
          }
        />
        <ExplainedRow
          label="Profit factor"
          about={meanings.profitFactor}
          value={<ValueOrDash of={profitFactor}>{formatRatioOrDash(profitFactor)}</ValueOrDash>}
        />
        <ExplainedRow
          label="Risk/reward"
          about={meanings.riskReward}
          value={<ValueOrDash of={riskReward}>{formatRatioOrDash(riskReward)}</ValueOrDash>}
        />
        <ExplainedRow
          label="Median result of all copies"
          about={meanings.medianCopy}
          value={copiers.median === null ? <NoFigure>none yet</NoFigure> : <Profit cents={copiers.median} />}
          detail={
            copiers.copies === 0
              ? 'No copy so far'
              : `${copiers.inProfit} of ${copiers.copies} in profit at the end of yesterday, stopped ones included`
          }
        />
        {fellShort.medianBps !== null && (
          <ExplainedRow
            label="Copies earned less than the trader by"
            about={meanings.fellShort}
            value={percentText(fellShort.medianBps)}
            detail={describeWorst(fellShort)}
          />
        )}
      </dl>
    </Card>
  );
}

const bpsOrNull = (part: number | null): number | null => (part === null ? null : toBps(part));

export function RecordCard({ profile }: { profile: ShownProfile }) {
  const { trader, details, inputs } = profile;
  const { record } = trader;
  if (!record || !details || !inputs) return null;
  const { before, first } = inputs;
  const meanings = explainRecord(profile, details, inputs);
  const ratio = (value: number | null) => (value === null ? <NoFigure>too short</NoFigure> : formatNumber(value, 2));
  const perYear = details.annualised ? 'a year' : 'daily, not yearly';
  const returned = (range: string, from: typeof before.month, bps: number | null) => (
    <ExplainedRow
      label={`Return, ${range}`}
      about={explainReturn(inputs, range === 'whole record' ? 'the first day' : `${range} before`, from)}
      value={
        <ValueOrDash of={bps}>
          <RecordReturn bps={bps} />
        </ValueOrDash>
      }
    />
  );
  return (
    <FoldedPart card title="Record" lead={`${record.days} days, up to the last whole day (UTC).`}>
      <dl className="divide-y divide-line">
        {returned('30 days', before.month, record.monthReturnBps)}
        {returned('91 days', before.quarter, record.quarterReturnBps)}
        {returned('1 year', before.year, record.yearReturnBps)}
        {returned('whole record', first, record.totalReturnBps)}
        <ExplainedRow
          label="Longest time below a previous high"
          about={meanings.underWater}
          value={details.longestUnderWater === 1 ? '1 day' : `${details.longestUnderWater} days`}
        />
        <ExplainedRow label="Sharpe" about={meanings.sharpe} value={ratio(details.sharpe)} detail={perYear} />
        <ExplainedRow label="Sortino" about={meanings.sortino} value={ratio(details.sortino)} detail={perYear} />
        <ExplainedRow
          label="Worst day"
          about={meanings.worstDay}
          value={
            <ValueOrDash of={details.worstDay}>
              <RecordReturn bps={bpsOrNull(details.worstDay)} />
            </ValueOrDash>
          }
        />
        <ExplainedRow
          label="Worst week"
          about={meanings.worstWeek}
          value={
            <ValueOrDash of={details.worstWeek}>
              <RecordReturn bps={bpsOrNull(details.worstWeek)} />
            </ValueOrDash>
          }
        />
        <ExplainedRow
          label="Average holding time"
          about={meanings.holding}
          value={details.averageHolding === null ? <NoFigure>none yet</NoFigure> : durationText(details.averageHolding)}
        />
        <ExplainedRow
          label="Operator’s entries"
          about={explainFigures(profile).typed}
          value={trader.manualResults}
          detail={`besides ${details.closedPositions} closed ${details.closedPositions === 1 ? 'position' : 'positions'}`}
        />
      </dl>
    </FoldedPart>
  );
}
