import type { ReactNode } from 'react';
import { formatNumber } from '~/platform/text/figure';
import { percentText, signedPercentText } from '~/platform/text/percent';
import type { SmallLine } from '~/ui/charts/geometry/smallLine';
import { Sparkline } from '~/ui/charts/Sparkline';
import { cx } from '~/ui/cx';
import { Icon } from '~/ui/pictures/Icon';
import { Muted, Small } from '~/ui/Text';
import { Change, Money, NoFigure, Scale } from '~/ui/tables/Data';
import { getHeadline, type Headline } from '../../list/headline';
import type { RecordFigures } from '../../list/queries.server';
import type { loadTraderProfile } from '../../record/profile.server';
import type { ComputedFigures, ProfitRatio } from '../../rules';

export type ShownProfile = NonNullable<Awaited<ReturnType<typeof loadTraderProfile>>>;

const NO_VALUE = 'none yet';

export const formatShare = (bps: number | null) => (bps === null ? NO_VALUE : percentText(bps));
export const formatRatioOrDash = (ratio: ProfitRatio) =>
  typeof ratio === 'number' ? formatNumber(ratio, 2) : (ratio ?? NO_VALUE);

export const ValueOrDash = ({ of: value, children }: { of: unknown; children: ReactNode }) =>
  typeof value === 'number' ? children : <NoFigure>{children}</NoFigure>;

export const RiskWarning = ({ short = false }: { short?: boolean }) => (
  <p className={cx('flex gap-2', short && 'min-h-11 items-center leading-snug')}>
    <span className="text-warning">
      <Icon name="warning" />
    </span>
    <span>You can lose all the money in a copy.{!short && ' Past results do not predict future results.'}</span>
  </p>
);

const TOO_SHORT_NOTE = 'too short';

export const RecordReturn = ({ bps }: { bps: number | null | undefined }) =>
  bps === null || bps === undefined ? TOO_SHORT_NOTE : <Change bps={bps} />;

export const formatRisk = (record: Pick<RecordFigures, 'risk'> | null) =>
  record?.risk ? `${record.risk} of 10` : 'not rated';

/** Main return of a trader in large type, with its period. */
export function HeadlineReturn({ record }: { record: Headline | null }) {
  const { bps, periodLabel } = getHeadline(record);
  if (bps === null) return <Muted>No return yet</Muted>;
  return (
    <p className="leading-tight">
      <span className="block text-2xl *:font-semibold">
        <Change bps={bps} />
      </span>{' '}
      <Small>{periodLabel}</Small>
    </p>
  );
}

export const formatCopiers = (followers: number): string =>
  followers === 1 ? '1 copier' : `${followers.toLocaleString('en-US')} copiers`;

export function formatTradesPerMonth(monthly: number | null): string {
  if (monthly === null || monthly === 0) return 'No trades yet';
  const count = Math.round(monthly);
  if (count <= 1) return `${count < 1 ? 'Under ' : ''}1 trade a month`;
  return `${count.toLocaleString('en-US')} trades a month`;
}

const RISK_LABELS = ['very low', 'low', 'medium', 'high', 'very high'];

export const getRiskWord = (risk: number): string | undefined => RISK_LABELS[Math.ceil(risk / 2) - 1];

export function Risk({ record }: { record: Pick<RecordFigures, 'risk'> | null }) {
  if (!record?.risk)
    return (
      <div>
        <Muted>Risk not rated</Muted>
      </div>
    );
  return (
    <Scale value={record.risk} of={10}>
      <Muted>Risk</Muted> {record.risk}, {getRiskWord(record.risk)}
    </Scale>
  );
}

export function RecordLine({ record, name }: { record: (Headline & { line: SmallLine | null }) | null; name: string }) {
  const { bps, periodLabel } = getHeadline(record);
  if (!record?.line || bps === null) return <Small>The record is too short for a chart.</Small>;
  return (
    <Sparkline wide line={record.line} result={bps} label={`${name}: ${signedPercentText(bps)} over ${periodLabel}`} />
  );
}

export const MonthlyReturn = ({ bps }: { bps: number | null }) => (bps === null ? NO_VALUE : <Change bps={bps} />);

/** Number of closed trades, and of open ones with their result, which the win rate does not include. */
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
