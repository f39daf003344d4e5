import { pageMeta } from '~/features/site/marketing/pageMeta';
import { marketFeed } from '~/market/feed/index.server';
import { now } from '~/platform/clock';
import { isPaper } from '~/platform/env';
import { toPrice } from '~/trading/numbers';
import { listPublishedSpreads, PUBLISHED_RULES, PUBLISHED_TERMS } from '~/trading/publishedTerms';
import { Sheet } from '~/ui/layout/Fold';
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
  spreads: listPublishedSpreads((contract) => {
    const quote = marketFeed().quote(contract.instrument, now());
    return quote && toPrice(quote.price, contract);
  }),
  // Live mode has no simulated prices.
  simulated: isPaper(),
}));

export default function TradingAssumptions() {
  const { terms, rules, spreads, simulated } = useLoaderData<typeof loader>();
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
      <Section
        title="Spread by instrument"
        lead="Each half is rounded up to the price’s last decimal, so a low price pays more than its market’s spread."
      >
        <Sheet label="All instruments" open={false}>
          <Table
            narrow
            dense
            rows={spreads}
            rowKey={({ id }) => id}
            caption="Spread of each instrument"
            columns={[
              { header: 'Instrument', cell: ({ symbol }) => symbol },
              { header: 'Spread', align: 'end', cell: ({ spread }) => spread },
              { header: 'At least', align: 'end', cell: ({ least }) => least },
              { header: 'At the current price', align: 'end', cell: ({ now: charged }) => charged ?? 'no price' },
            ]}
          />
        </Sheet>
      </Section>
      <Section title="For all markets">
        <Table
          narrow
          rows={rules}
          rowKey={({ name }) => name}
          caption="Rules that hold for all markets"
          columns={[
            {
              header: 'Rule',
              cell: ({ name, detail }) => (
                <>
                  {name}
                  {detail && <span className="block text-sm text-muted">{detail}</span>}
                </>
              ),
            },
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
