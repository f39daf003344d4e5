import { formatUsd } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { LineChart, Sparkline } from '~/ui/Chart';
import { DefinitionList, Money, Profit, Progress, Stat } from '~/ui/Data';
import { Card, Cluster, Grid, Stack } from '~/ui/Layout';
import { ShareChart } from '~/ui/ShareChart';
import type { Dashboard } from '../dashboard.server';

/** Everything owed to the user, and what came in and went out so far. */
export function Totals({ balances, totals, trends }: Pick<Dashboard, 'balances' | 'totals' | 'trends'>) {
  return (
    <Grid cell="small">
      <Card tone="accent">
        <Stat
          label="Total Balance"
          value={<UsdAmount cents={balances.funded} />}
          detail={<Trend of={trends.funded} />}
        />
        <Cluster>
          <LinkButton to="/fundwallet" tone="primary" icon="deposit">
            Deposit
          </LinkButton>
          <LinkButton to="/withdraw" icon="withdraw">
            Withdraw
          </LinkButton>
        </Cluster>
      </Card>
      <Card>
        <Stat
          label="Total deposit"
          value={<UsdAmount cents={totals.totalDeposit} />}
          detail={<Trend of={trends.totalDeposit} />}
        />
      </Card>
      <Card>
        <Stat
          label="Total withdrawal"
          value={<UsdAmount cents={totals.totalWithdraw} />}
          detail={<Trend of={trends.totalWithdraw} />}
        />
      </Card>
    </Grid>
  );
}

/** The last month of an amount, in small. */
function Trend({ of: values }: { of: number[] }) {
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  const words = `Over the last ${values.length} days from ${dollars(first)} to ${dollars(last)}`;
  return <Sparkline values={values} label={words} />;
}

const UsdAmount = ({ cents }: { cents: bigint }) => (
  <>
    <Money cents={cents} /> USD
  </>
);

const dollars = (cents: number) => formatUsd(BigInt(Math.round(cents)));

export function BalanceChart({ points }: Pick<Dashboard, 'points'>) {
  return (
    <Card title="Balance over time">
      <LineChart label="Total balance" format={dollars} points={points} steps />
    </Card>
  );
}

/** The parts that the total balance is made of, and what has been earned in all. */
export function WhereItIs({ balances, totals }: Pick<Dashboard, 'balances' | 'totals'>) {
  return (
    <Card title="Where your money is">
      <ShareChart
        label="Total balance"
        format={dollars}
        shares={[
          { name: 'Available', value: Number(balances.available) },
          { name: 'Held for withdrawals', value: Number(balances.held) },
          { name: 'In plans', value: Number(balances.principal) },
          { name: 'Earned, paid at maturity', value: Number(balances.accrued) },
          { name: 'Copying traders', value: Number(balances.allocated) },
          { name: 'Own trading', value: Number(balances.trading) },
        ]}
      />
      <Stack gap="tight">
        <DefinitionList items={[{ term: 'Net profit', detail: <Profit cents={totals.periodicProfit} /> }]} />
        <p>What was earned before says nothing about what comes next: copies and plans can lose money.</p>
      </Stack>
    </Card>
  );
}

/** The rank that a balance gives, and how far the next one is. */
export function RankCard({ rank: { rank, next }, balances: { funded } }: Pick<Dashboard, 'rank' | 'balances'>) {
  const detail = rank.above === 0n ? 'From the start' : `Above ${formatUsd(rank.above)}`;
  return (
    <Card>
      <Stat label="Current rank" value={rank.name} detail={detail} />
      {next ? (
        <Progress
          value={Number(funded - rank.above)}
          max={Number(next.above - rank.above)}
          label={`${next.name} begins above ${formatUsd(next.above)}`}
        />
      ) : (
        <p>This is the highest rank.</p>
      )}
    </Card>
  );
}
