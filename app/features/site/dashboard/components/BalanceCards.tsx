import { BookedAndOpen } from '~/features/copying/components';
import { RankProgress } from '~/features/money/components';
import { formatUsd } from '~/ledger/money';
import { signedPercentText } from '~/platform/text/percent';
import { LinkButton } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { LineChart } from '~/ui/charts/Chart';
import { ShareChart } from '~/ui/charts/ShareChart';
import { Card, Cluster, Grid, Stack } from '~/ui/layout/Layout';
import { Muted, Small } from '~/ui/Text';
import { DefinitionList, Money, Profit, Stat } from '~/ui/tables/Data';
import type { Dashboard } from '../dashboard.server';
import { BALANCE_RANGES, SERIES } from '../internal/balanceChart';

/** Earnings in all and today, and what the user has, with open positions; and what came in and went out, which adds up with the result. */
export function TotalsCard({
  worth,
  totals,
  today,
  profit,
  isNew,
}: Pick<Dashboard, 'worth' | 'totals' | 'today' | 'profit' | 'isNew'>) {
  const { totalDeposit, totalWithdraw, practiceMoney, referralBonus, rankBonus } = totals;
  const bonuses = referralBonus + rankBonus;
  // The rest of the sum: what the operator credited, debited or corrected.
  const others = worth.total - profit.profit - totalDeposit - practiceMoney - bonuses + totalWithdraw;
  const withOpen = worth.open === 0n ? '' : ' with open positions';
  return (
    <Card tone="accent">
      <Grid cell="small">
        {!isNew && (
          <Stat
            label="Result since the beginning"
            value={<Profit cents={profit.profit} />}
            detail={
              <>
                {profit.bps !== null && `${signedPercentText(profit.bps)}${withOpen} · `}Today <Profit cents={today} />
              </>
            }
          />
        )}
        <Stack gap="tight">
          <Stat
            label="Total Balance"
            value={<UsdAmount cents={worth.total} />}
            detail={
              !isNew && (
                <>
                  <Money cents={worth.available} /> available
                </>
              )
            }
          />
          {worth.open !== 0n && (
            <Small>
              <BookedAndOpen worth={worth} />
            </Small>
          )}
        </Stack>
      </Grid>
      {!isNew && (
        <p className="flex flex-wrap gap-x-4">
          <span>
            <Muted>Total deposit</Muted> <UsdAmount cents={totalDeposit} />
          </span>
          {practiceMoney > 0n && (
            <span>
              <Muted>Practice money</Muted> <Money cents={practiceMoney} />
            </span>
          )}
          {bonuses !== 0n && (
            <span>
              <Muted>Bonuses</Muted> <Money cents={bonuses} />
            </span>
          )}
          {others !== 0n && (
            <span>
              <Muted>Credits and corrections</Muted> <Money cents={others} />
            </span>
          )}
          <span>
            <Muted>Total withdrawal</Muted> <UsdAmount cents={totalWithdraw} />
          </span>
        </p>
      )}
      <Cluster>
        <LinkButton to="/fundwallet" tone="primary" icon="deposit">
          Deposit
        </LinkButton>
        <LinkButton to="/withdraw" icon="withdraw">
          Withdraw
        </LinkButton>
      </Cluster>
    </Card>
  );
}

const Earned = ({ change: { profit, bps } }: { change: Dashboard['change'] }) => (
  <>
    <Profit cents={profit} />
    {bps !== null && ` (${signedPercentText(bps)})`}
  </>
);

const UsdAmount = ({ cents }: { cents: bigint }) => (
  <>
    <Money cents={cents} /> USD
  </>
);

const dollars = (cents: number) => formatUsd(BigInt(Math.round(cents)));

const MARK_WORDS = { in: 'came in', out: 'went out', plan: 'put into a plan' };

const ID = 'over-time';

export function BalanceChart({
  points,
  told,
  marks,
  choice,
  change,
  worth,
}: Pick<Dashboard, 'points' | 'told' | 'marks' | 'choice' | 'change' | 'worth'>) {
  const to = (next: Partial<Dashboard['choice']>) => {
    const { range, show } = { ...choice, ...next };
    return `/dashboard?${new URLSearchParams({ show, range })}#${ID}`;
  };
  const isProfit = choice.show === 'profit';
  const isOpen = worth.open !== 0n;
  return (
    <Card
      id={ID}
      title={isProfit ? 'Profit over time' : 'Balance over time'}
      lead={
        <>
          <Earned change={change} /> {isOpen ? 'booked' : 'earned'} {choice.range === 'all' ? 'in all' : 'in this time'}
          {isOpen && '; open positions are in it once they are closed'}
        </>
      }
    >
      <Cluster spread>
        <ChoiceLinks
          label="What the chart shows"
          items={SERIES.map(({ value, label }) => ({
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
        label={`${isProfit ? 'Profit' : 'Total balance'}${isOpen ? ', booked' : ''}`}
        format={dollars}
        points={points}
        told={told}
        steps
        level={isProfit ? 0 : undefined}
        marks={marks.map(({ at, kind, amount }) => ({ at, kind, label: `${formatUsd(amount)} ${MARK_WORDS[kind]}` }))}
      />
    </Card>
  );
}

export function WhereItIs({ worth, profit }: Pick<Dashboard, 'worth' | 'profit'>) {
  return (
    <Card title="Where your money is">
      <ShareChart
        label="Total balance"
        format={dollars}
        shares={[
          { name: 'Available', value: Number(worth.available) },
          { name: 'Held for withdrawals', value: Number(worth.held) },
          { name: 'In plans', value: Number(worth.principal) },
          { name: 'Earned, paid at maturity', value: Number(worth.accrued) },
          { name: 'Copying traders', value: Number(worth.allocated) },
          { name: 'Live trading', value: Number(worth.trading) },
        ]}
      />
      <Stack gap="tight">
        <DefinitionList items={[{ term: 'Net profit', detail: <Profit cents={profit.profit} /> }]} />
        <p>What was earned before says nothing about what comes next: copies and plans can lose money.</p>
      </Stack>
    </Card>
  );
}

export function DashboardRankCard({ rank: { rank, next }, ranked }: Pick<Dashboard, 'rank' | 'ranked'>) {
  const detail = rank.above === 0n ? 'From the start' : `Above ${formatUsd(rank.above)}`;
  return (
    <Card>
      <Stat label="Current rank" value={rank.name} detail={detail} />
      <RankProgress ranked={ranked} rank={rank} next={next} />
    </Card>
  );
}
