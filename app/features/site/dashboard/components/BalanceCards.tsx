import { RankProgress } from '~/features/money/components';
import { formatUsd } from '~/ledger/money';
import { calculateShareBps, signedPercentText } from '~/platform/text/percent';
import { LinkButton } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { LineChart } from '~/ui/charts/Chart';
import { ShareChart } from '~/ui/charts/ShareChart';
import { Sparkline } from '~/ui/charts/Sparkline';
import { Card, Cluster, Stack } from '~/ui/layout/Layout';
import { Muted, NoWrap } from '~/ui/Text';
import { Facts, Money, Profit, Stat } from '~/ui/tables/Data';
import type { Dashboard } from '../dashboard.server';
import { BALANCE_RANGES, CHART_SERIES, unpackPoints } from '../internal/balanceChart';

type BalanceProps = Pick<
  Dashboard,
  'worth' | 'totals' | 'today' | 'profit' | 'isNew' | 'points' | 'summary' | 'marks' | 'choice' | 'standIn'
>;

export function BalanceCard({ hasChart, ...shown }: BalanceProps & { hasChart: boolean }) {
  const { worth, today, profit, isNew } = shown;
  return (
    <Card id={BALANCE_CHART_ID}>
      <div className="balance-head">
        <dl className="flex min-w-0 flex-col gap-1">
          <dt className="text-sm text-muted">Total Balance</dt>
          <dd className="text-4xl leading-tight font-semibold">
            <Money cents={worth.total} /> <span className="text-xl text-muted">USD</span>
          </dd>
          {!isNew && (
            <dd className="flex flex-wrap gap-x-4">
              <NoWrap>
                <Muted>Today</Muted> <Profit cents={today} />
                {partText(today, worth.total - today)}
              </NoWrap>
              <NoWrap>
                <Muted>Total result</Muted> <Profit cents={profit.profit} />
                {profit.bps !== null && ` (${signedPercentText(profit.bps)})`}
              </NoWrap>
            </dd>
          )}
        </dl>
        <Cluster>
          <LinkButton to="/fundwallet" tone="primary" icon="deposit">
            Deposit
          </LinkButton>
          <LinkButton to="/withdraw" icon="withdraw">
            Withdraw
          </LinkButton>
        </Cluster>
      </div>
      {hasChart && <BalanceChart {...shown} />}
      {!isNew && <BalanceParts {...shown} />}
    </Card>
  );
}

const partText = (part: bigint, whole: bigint): string =>
  whole > 0n ? ` (${signedPercentText(calculateShareBps(part, whole))})` : '';

function BalanceParts({ worth, totals, profit }: Pick<Dashboard, 'worth' | 'totals' | 'profit'>) {
  const { totalDeposit, totalWithdraw, practiceMoney, referralBonus, rankBonus } = totals;
  const bonuses = referralBonus + rankBonus;
  // The remainder: credits, debits and corrections by the operator.
  const others = worth.total - profit.profit - totalDeposit - practiceMoney - bonuses + totalWithdraw;
  const money = (term: string, cents: bigint) => ({ term, detail: <Money cents={cents} /> });
  return (
    <>
      <Facts
        columns={5}
        items={[
          ...(worth.open === 0n
            ? []
            : [money('Booked', worth.booked), { term: 'Open positions', detail: <Profit cents={worth.open} /> }]),
          ...(bonuses === 0n ? [] : [money('Bonuses', bonuses)]),
          ...(practiceMoney > 0n ? [money('Practice money', practiceMoney)] : []),
          ...(others === 0n ? [] : [money('Credits and corrections', others)]),
          money('Total deposit', totalDeposit),
          money('Total withdrawal', totalWithdraw),
        ]}
      />
      <p>Copies and plans can lose money. Past results do not predict future results.</p>
    </>
  );
}

const formatDollars = (cents: number) => formatUsd(BigInt(Math.round(cents)));

const MARK_TEXTS = { in: 'came in', out: 'went out', plan: 'put into a plan' };

const BALANCE_CHART_ID = 'over-time';

function BalanceChart({ points, summary, marks, choice, standIn }: BalanceProps) {
  const to = (next: Partial<Dashboard['choice']>) => {
    const { range, show } = { ...choice, ...next };
    return `/dashboard?${new URLSearchParams({ show, range })}#${BALANCE_CHART_ID}`;
  };
  if (standIn) {
    return (
      <Stack gap="tight">
        <Muted>
          Your chart starts with the first trade that closes.
          {standIn.line && ` Until then, here is ${standIn.name}’s own.`}
        </Muted>
        {standIn.line && (
          <Sparkline wide line={standIn.line} label={`${standIn.name}, the last ${standIn.line.points} days`} />
        )}
      </Stack>
    );
  }
  const isProfit = choice.show === 'profit';
  return (
    <>
      <Cluster spread>
        <ChoiceLinks
          label="What the chart shows"
          items={CHART_SERIES.map(({ value, label }) => ({
            href: to({ show: value }),
            label,
            current: value === choice.show,
          }))}
        />
        <ChoiceLinks
          label="How far back"
          items={BALANCE_RANGES.map(({ value, label }) => ({
            href: to({ range: value }),
            label,
            current: value === choice.range,
          }))}
        />
      </Cluster>
      <LineChart
        label={isProfit ? 'Profit' : 'Total balance'}
        format={formatDollars}
        points={unpackPoints(points)}
        summary={summary}
        steps
        quiet
        level={isProfit ? 0 : undefined}
        marks={marks.map(({ at, kind, amount }) => ({ at, kind, label: `${formatUsd(amount)} ${MARK_TEXTS[kind]}` }))}
      />
    </>
  );
}

export function MoneyDistribution({ worth }: Pick<Dashboard, 'worth'>) {
  return (
    <Card title="Where your money is">
      <ShareChart
        label="Where your money is"
        format={formatDollars}
        shares={[
          { name: 'Available', value: Number(worth.available) },
          { name: 'Held for withdrawals', value: Number(worth.held) },
          { name: 'In plans', value: Number(worth.principal) },
          { name: 'Earned, paid at maturity', value: Number(worth.accrued) },
          { name: 'Copying traders', value: Number(worth.allocated) },
          { name: 'Live trading', value: Number(worth.trading) },
        ]}
      />
    </Card>
  );
}

export function DashboardRankCard({ rank: { rank, next }, ranked }: Pick<Dashboard, 'rank' | 'ranked'>) {
  const detail = rank.above === 0n ? 'From the start' : `Above ${formatUsd(rank.above)}`;
  return (
    <Card>
      <Stat label="Current rank" value={rank.name} detail={ranked > 0n && detail} />
      {ranked > 0n && <RankProgress ranked={ranked} rank={rank} next={next} />}
    </Card>
  );
}
