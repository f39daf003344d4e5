import { BeingCopiedCard } from '~/features/beingCopied/components/BeingCopiedCard';
import { beingCopied } from '~/features/beingCopied/queries.server';
import { endCopiesOfRetired, runJobNow } from '~/features/copy/jobs.server';
import { changeAt } from '~/features/liveTrading/candle';
import { ConnectionNote } from '~/features/liveTrading/components/ConnectionNote';
import { LockedView } from '~/features/liveTrading/components/LockedView';
import { OrderForm } from '~/features/liveTrading/components/OrderForm';
import { MoneyForms, OwnAccount } from '~/features/liveTrading/components/OwnTrading';
import { ownView } from '~/features/liveTrading/ownView.server';
import { isLocked } from '~/features/liveTrading/rules';
import { useLivePrice } from '~/features/liveTrading/useLivePrice';
import { liveView } from '~/features/liveTrading/view.server';
import { PriceNow } from '~/features/market/components/analysis/Figures';
import { PriceNote } from '~/features/market/components/prices/PriceNote';
import { RatesTable } from '~/features/market/components/prices/RatesTable';
import { formatPrice } from '~/features/market/format';
import { feedOfNow, isTradedHere, silentSince } from '~/features/quotes';
import { SilentPrices } from '~/features/quotes/components';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { balancesOf } from '~/ledger/reading/statement.server';
import { CANDLE_WORDS } from '~/market/feed/candleWords';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { TRADING_FORMS, TRADING_INTENTS, tradingKeys, withRowKeys } from '~/routes/investor/liveTrading.form.server';
import { contractOf } from '~/trading/contracts';
import { Button } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { CandleChart } from '~/ui/charts/CandleChart';
import { LiveCandles, useChartLibrary } from '~/ui/charts/LiveCandles';
import { Field } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { FoldedPart } from '~/ui/layout/Fold';
import { Cluster, Columns, Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { investor } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Live trading · Mirrorbook' }];

export const loader = investor.loader(async ({ user, url: { searchParams } }) => {
  const own = await ownView(user.id, Math.max(1, Math.trunc(Number(searchParams.get('history'))) || 1));
  const { available } = await balancesOf(read(), user.id);
  const trading = {
    own: own && withRowKeys(own, user),
    available,
    live: feedOfNow() !== 'simulated',
    silent: await silentSince(),
    copied: await beingCopied(user),
    keys: tradingKeys(user),
  };
  if (isLocked(user)) {
    const locked = {
      asking: searchParams.has('unlock'),
      playing: searchParams.get('play') === '1',
      support: env().SUPPORT_EMAIL,
    };
    return { view: null, contract: null, locked, ...trading };
  }
  const view = liveView(searchParams);
  const contract = contractOf(view.row.instrument.id);
  const told = contract && { maxLeverage: Number(contract.maxLeverage), isTraded: isTradedHere(contract.id) };
  return { view, contract: told ?? null, locked: null, ...trading };
});

export const action = investor.action(async ({ intent, ...posted }) => {
  const answer = await TRADING_FORMS[intent].post(posted);
  if (intent === 'stop-being-copied') await runJobNow(endCopiesOfRetired);
  return answer;
}, TRADING_INTENTS);

export default function LiveTrading() {
  const { view, contract, locked, own, available, live, silent, copied, keys } = useLoaderData<typeof loader>();
  return (
    <Page title="Live trading" lead="Prices as they move, and orders with your own money.">
      <ActionProblem />
      <SilentPrices since={silent} />
      {locked && <LockedView {...locked} />}
      {view && (
        <>
          <Choices view={view} />
          <Columns ratio="main-aside">
            <LiveChart key={view.stream + view.step} view={view} />
            <FoldedPart title="Watchlist">
              <RatesTable rows={view.watchlist} caption="Watchlist" size="small" chartAt={view.chartAt} />
            </FoldedPart>
          </Columns>
          <Section title={`Trade ${view.row.instrument.symbol}`} id="order">
            {contract?.isTraded && view.row.quote ? (
              <>
                <OrderForm
                  key={view.row.instrument.id}
                  instrument={view.row.instrument}
                  shown={formatPrice(view.row.quote.price, view.row.instrument)}
                  maxLeverage={contract.maxLeverage}
                  formKey={keys.order}
                />
                <p>
                  {live
                    ? `An order is filled at the next price${silent ? '' : ', usually within a few seconds'}.`
                    : 'The price above is from when this page was loaded. Your order is filled at the price when it arrives, and you are told both.'}{' '}
                  <Link to="/trading-assumptions">What trading costs</Link>
                </p>
              </>
            ) : (
              <Notice>{whyNotTraded(view.row.instrument.symbol, contract)}</Notice>
            )}
          </Section>
        </>
      )}
      {(view || own) && <MoneyForms available={available} view={own} keys={keys} locked={locked !== null} />}
      {own && <OwnAccount view={own} />}
      {(own || copied.trader) && (
        <Section title="Being copied" id="copied">
          <BeingCopiedCard view={copied} keys={keys} />
        </Section>
      )}
    </Page>
  );
}

/** Why there is no form for orders. */
function whyNotTraded(symbol: string, contract: { isTraded: boolean } | null): string {
  if (!contract) return `${symbol} can’t be traded: what is quoted is a yield.`;
  if (!contract.isTraded) return `${symbol} can’t be traded here: no source gives its price by the minute.`;
  return `No price of ${symbol} has come yet. Load this page again in a minute.`;
}

type View = ReturnType<typeof liveView>;

/** Another symbol, by its name or picked from the list, and another timeframe: each with its own address. */
function Choices({ view }: { view: View }) {
  return (
    <>
      {view.unknown && (
        <Notice tone="info">
          No symbol here is called “{view.unknown}”. This is {view.row.instrument.symbol}.
        </Notice>
      )}
      <GetForm inline action="/live-trading" key={view.row.instrument.id}>
        <Field
          label="Symbol or name"
          name="symbol"
          type="search"
          list="symbols"
          maxLength={40}
          autoComplete="off"
          placeholder="gold, BTC/USD, NAS100"
        />
        <datalist id="symbols">
          {view.symbols.map(({ symbol, name }) => (
            <option key={symbol} value={symbol}>
              {name}
            </option>
          ))}
        </datalist>
        <input type="hidden" name="timeframe" value={view.row.timeframe} />
        <Button>Show</Button>
      </GetForm>
      <ChoiceLinks label="Length of a candle" items={view.frames} />
    </>
  );
}

/** The server's drawing, and over it, once scripts run, a chart that moves. */
function LiveChart({ view: { row, stream, step } }: { view: View }) {
  const { instrument, candles, timeframe } = row;
  const { quote, candle, connection } = useLivePrice({ stream, quote: row.quote, candles, step });
  const library = useChartLibrary();
  const daily = timeframe === '1d';
  const day = changeAt(row.changes.day, row.quote, quote);
  const now = {
    ...row,
    quote,
    changes: {
      ...row.changes,
      day,
    },
  };
  return (
    <Section id="chart" title={`${instrument.symbol}, ${instrument.name}`} lead={<PriceNow row={now} />}>
      <CandleChart
        candles={candles}
        label={`${instrument.symbol}, ${CANDLE_WORDS[timeframe]}${daily ? ', this year' : ''}`}
        format={(price) => formatPrice(price, instrument)}
        daily={daily}
        drawing={
          library && (
            <LiveCandles library={library} candles={candles} last={candle} digits={instrument.digits} daily={daily} />
          )
        }
      />
      <Cluster>
        <PriceNote rows={[now]} />
        <ConnectionNote connection={connection} />
      </Cluster>
    </Section>
  );
}
