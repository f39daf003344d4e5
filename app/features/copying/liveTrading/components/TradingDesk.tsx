import { formatPrice, PriceNote, PriceNow } from '~/features/site/components';
import { CANDLE_WORDS } from '~/market/feed/candleWords';
import { LinkButton } from '~/ui/Button';
import { CandleChart } from '~/ui/charts/CandleChart';
import { LiveCandles, useChartLibrary } from '~/ui/charts/LiveCandles';
import { StepDialog } from '~/ui/layout/Dialog';
import { Card, Cluster, Columns, PhoneBar, Section, WideOnly } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Link } from '~/web/router';
import { changeAt } from '../ticket/candle';
import type { Terms } from '../ticket/estimate';
import type { OrderTicketStep } from '../ticket/ticket.server';
import { useLivePrice } from '../ticket/useLivePrice';
import type { LiveView } from '../view.server';
import { ConnectionNote } from './ConnectionNote';
import { OrderReviewDialog } from './OrderReviewDialog';
import { OrderTicket } from './OrderTicket';
import { MoneyForm } from './OwnTrading';

type Props = {
  view: LiveView;
  terms: (Terms & { maxLeverage: number }) | null;
  why: string | null;
  step: OrderTicketStep | null;
  over: boolean;
  changeHref: string;
  available: bigint;
  keys: Record<'order' | 'put-in', string>;
};

export function TradingDesk({ view, terms, why, step, over, changeHref, available, keys }: Props) {
  const { row, stream } = view;
  const { instrument } = row;
  const { quote, candle, connection } = useLivePrice({
    stream,
    quote: row.quote,
    candles: row.candles,
    step: view.step,
  });
  const title = `Trade ${instrument.symbol}`;
  const ticket = (
    <>
      {/* No price is needed for that. */}
      {step?.free === null && (
        <>
          <p>First put money into your own trading.</p>
          <MoneyForm what="put-in" most={available} formKey={keys['put-in']} />
        </>
      )}
      {terms && step && quote ? (
        <OrderTicket
          instrument={instrument}
          timeframe={row.timeframe}
          terms={terms}
          quote={quote}
          isClosed={row.closed !== null}
          step={step}
          over={over}
        />
      ) : (
        <Notice>{why}</Notice>
      )}
    </>
  );
  const day = changeAt(row.changes.day, row.quote, quote);
  const now = { ...row, quote, changes: { ...row.changes, day } };
  const isReviewed = step?.review != null;
  return (
    <>
      <Columns ratio="main-aside">
        <Section id="chart" title={`${instrument.symbol}, ${instrument.name}`} lead={<PriceNow row={now} />}>
          <LiveChart view={view} last={candle} />
          <Cluster>
            <PriceNote rows={[now]} />
            {/* Nothing moves in a closed market. */}
            {!row.closed && <ConnectionNote connection={connection} />}
          </Cluster>
        </Section>
        {!over && (
          <WideOnly>
            <Card title={title} id="order">
              {ticket}
              <Link to="/trading-assumptions">What trading costs</Link>
            </Card>
          </WideOnly>
        )}
      </Columns>
      <PhoneBar>
        <LinkButton to={`${view.here}&ticket=1`} tone="primary" wide>
          {title}
        </LinkButton>
      </PhoneBar>
      {over && !isReviewed && (
        <StepDialog title={title} closeHref={view.here} sheet>
          {ticket}
        </StepDialog>
      )}
      {step?.review && (
        <OrderReviewDialog
          instrument={instrument}
          isClosed={row.closed !== null}
          review={step.review}
          formKey={keys.order}
          closeHref={view.here}
          changeHref={changeHref}
        />
      )}
    </>
  );
}

function LiveChart({ view: { row }, last }: { view: LiveView; last: LiveView['row']['candles'][number] | undefined }) {
  const { instrument, candles, timeframe } = row;
  const library = useChartLibrary();
  const daily = timeframe === '1d';
  return (
    <CandleChart
      candles={candles}
      label={`${instrument.symbol}, ${CANDLE_WORDS[timeframe]}${daily ? ', this year' : ''}`}
      format={(price) => formatPrice(price, instrument)}
      daily={daily}
      drawing={
        library && (
          <LiveCandles library={library} candles={candles} last={last} digits={instrument.digits} daily={daily} />
        )
      }
    />
  );
}
