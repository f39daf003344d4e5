import { pageMeta } from '~/features/marketing/pageMeta';
import { isPaper } from '~/platform/env';
import { PUBLISHED_RULES, PUBLISHED_TERMS } from '~/trading/publishedTerms';
import { Page, Section } from '~/ui/layout/Layout';
import { Prose } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () =>
  pageMeta('Trading assumptions', 'How orders are filled and what they cost: spreads, leverage, hours and limits.');

export const loader = publicRoute.loader(async () => ({
  terms: PUBLISHED_TERMS,
  rules: PUBLISHED_RULES,
  // Live mode has no simulated prices.
  simulated: isPaper(),
}));

export default function TradingAssumptions() {
  const { terms, rules, simulated } = useLoaderData<typeof loader>();
  return (
    <Page
      roomy
      title="Trading assumptions"
      lead="How orders are filled and what they cost. These are the numbers that the trading engine uses."
    >
      <Section title="By market" lead="Hours are in UTC.">
        <Table
          rows={terms}
          rowKey={({ name }) => name}
          caption="Spread, leverage and hours of each market"
          columns={[
            { header: 'Market', cell: ({ name }) => name },
            { header: 'Spread', align: 'end', cell: ({ spread }) => spread },
            { header: 'Leverage', align: 'end', cell: ({ leverage }) => leverage },
            { header: 'Copy slippage', align: 'end', cell: ({ slippage }) => slippage },
            { header: 'Open', cell: ({ hours }) => hours },
          ]}
        />
      </Section>
      <Section title="For all markets">
        <Table
          narrow
          rows={rules}
          rowKey={({ name }) => name}
          caption="Rules that hold for all markets"
          columns={[
            { header: 'Rule', cell: ({ name }) => name },
            { header: 'Value', cell: ({ value }) => value },
          ]}
        />
      </Section>
      <Prose columns>
        <h2>Orders</h2>
        <p>
          An order at the market is filled at our feed’s price with half the spread against you. While its market is
          closed it waits for the next opening, and can be cancelled until then. Limit orders, stops and take-profits
          are filled at the first price after the order that reaches them: their own level, or the first one beyond it.
          A fill beyond its level is marked as a gap.
        </p>
        <h2>Margin and losses</h2>
        <p>
          A position needs its worth divided by its leverage as margin. An order that would leave less than the whole
          margin is refused. Each account holds one position for each instrument: buying and selling the same one
          reduces it. A loss beyond the money of an account is carried until it is flat, then the market reserve bears
          it: you never owe more than you put in.
        </p>
        <h2>Copies</h2>
        <p>
          A copy opens when its price lies within the slippage above of its leader’s. Reducing and closing always
          follows the leader.
        </p>
        {simulated && <SimulatedPrices />}
      </Prose>
    </Page>
  );
}

/** In which ways simulated prices differ from real ones, and whom that flatters. */
const SimulatedPrices = () => (
  <>
    <h2 id="simulated">What simulated prices are not</h2>
    <p>
      Simulated prices move by chance alone. Results on them, those of simulated traders and your own, differ from what
      the same would bring on real markets:
    </p>
    <ul>
      <li>
        Restless times do not cluster. On real markets a large move is often followed by others, and calm by calm. Here
        every hour is as restless as any other, at night and at weekends too, and no news makes a price jump.
      </li>
      <li>
        Prices are pulled back to a level of their own within about half a year. So leaning against moves (grids, buying
        more of what fell, selling what rose) looks better here than it is, and following trends looks worse.
      </li>
      <li>
        Interest rates play no part: holding a currency with a higher rate earns nothing, and there are no dividends and
        no costs of rolling futures over. Holding costs the same for all.
      </li>
      <li>
        Orders of any size are filled at the feed’s price without moving it, and the spread is the same at every hour.
      </li>
    </ul>
  </>
);
