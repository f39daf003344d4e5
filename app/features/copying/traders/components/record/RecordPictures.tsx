import { percentText, toBps } from '~/platform/text/percent';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { type Bar, Bars } from '~/ui/charts/Bars';
import { DonutChart } from '~/ui/charts/DonutChart';
import { NavChart, type NavLine } from '~/ui/charts/NavChart';
import { Card } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import { Explained } from '~/ui/tables/Explained';
import { MonthTable } from '~/ui/tables/MonthTable';
import { MARKET_CHOICES } from '../../list/filter';
import type { RangeName } from '../../record/chart';
import { getTraderName } from '../../traderName';
import type { ShownProfile } from './Figures';
import { explainFigures } from './meanings';

const RANGE_LABELS = { '1m': '1M', '3m': '3M', '12m': '12M', all: 'All' } as const satisfies Record<RangeName, string>;

export function RecordChart(props: { profile: ShownProfile; line: NavLine; range: RangeName }) {
  const { profile, line, range } = props;
  const { id, ...trader } = profile.trader;
  return (
    <Card
      id="chart"
      title="Growth of 100"
      lead={<Explained name="Net asset value">{explainFigures(profile).nav}</Explained>}
      actions={
        <ChoiceLinks
          label="How far back"
          items={(Object.keys(RANGE_LABELS) as RangeName[]).map((each) => ({
            href: `/traders/${id}?range=${each}#chart`,
            label: RANGE_LABELS[each],
            current: each === range,
          }))}
        />
      }
    >
      <NavChart data={line} name={getTraderName(trader)} steps={!profile.account} />
    </Card>
  );
}

export const MonthlyReturns = ({ months }: Pick<ShownProfile, 'months'>) =>
  months.length === 0 ? null : (
    <Card
      title="Return by month"
      lead="In percent. Blue is up, orange is down; the stronger the colour, the larger the change."
    >
      <MonthTable months={months} caption="Return by month" />
    </Card>
  );

function getColour(name: string): number {
  const at = MARKET_CHOICES.findIndex(({ label }) => label === name);
  return at < 0 ? 8 : at + 1;
}

export function MarketsAndResults({ profile }: { profile: ShownProfile }) {
  const { markets, trader } = profile;
  const { record } = trader;
  if (markets.length === 0 || !record) return null;
  const { winners, losers, won, lost } = record;
  const average = (sum: bigint, trades: number) => (trades === 0 ? 0n : sum / BigInt(trades));
  const averages: Bar[] = [
    {
      label: 'Average win',
      value: Number(average(won, winners)),
      text: <Money cents={average(won, winners)} signed />,
      tone: 'good',
    },
    {
      label: 'Average loss',
      value: Number(average(lost, losers)),
      text: <Money cents={-average(lost, losers)} signed />,
      tone: 'bad',
    },
  ];
  const shown = averages.filter(({ value }) => value > 0);
  const share = (trades: number) => percentText(toBps(trades / (winners + losers || 1)));
  return (
    <>
      <Card title="Markets">
        <DonutChart
          label="Trades by market"
          unit="trades"
          parts={markets.map(({ name, trades }) => ({ name, value: trades, colour: getColour(name) }))}
        />
      </Card>
      <Card title="Wins and losses">
        {winners + losers > 0 ? (
          <Bars
            whole={winners + losers}
            bars={[
              { label: 'Trades won', value: winners, text: `${winners}, ${share(winners)}`, tone: 'good' },
              { label: 'Trades lost', value: losers, text: `${losers}, ${share(losers)}`, tone: 'bad' },
            ]}
          />
        ) : (
          <Muted>No trade has been won or lost yet.</Muted>
        )}
        {shown.length > 0 && <Bars bars={shown} />}
      </Card>
    </>
  );
}
