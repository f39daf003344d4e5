import type { ReactNode } from 'react';
import { formatPrice, getCommonName, getSecondaryName, PriceNote, PriceNow } from '~/features/site/components';
import { updateChange } from '~/market/feed/candle';
import { CANDLE_LABELS } from '~/market/feed/candleLabels';
import { LinkButton } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { CandleChart, type ChartLevel } from '~/ui/charts/CandleChart';
import { LiveCandles, useChartLibrary } from '~/ui/charts/LiveCandles';
import { StepDialog } from '~/ui/layout/Dialog';
import { Card, Cluster, PhoneBar, WideOnly } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Link } from '~/web/router';
import type { Terms } from '../ticket/estimate';
import type { OrderTicketStep } from '../ticket/ticket.server';
import { useLivePrice } from '../ticket/useLivePrice';
import type { LiveView } from '../view.server';
import { ConnectionNote } from './ConnectionNote';
import { listChartLevels } from './chartLevels';
import { OrderReviewDialog } from './OrderReviewDialog';
import { OrderTicket } from './OrderTicket';
import { type KeyedView, MoneyForm } from './OwnTrading';
import { WatchRail } from './WatchRail';

type Props = {
  view: LiveView;
  terms: (Terms & { maxLeverage: number }) | null;
  why: string | null;
  step: OrderTicketStep | null;
  over: boolean;
  changeHref: string;
  available: bigint;
  keys: Record<'order' | 'put-in', string>;
  own: KeyedView | null;
  /** Positions and waiting orders, below the chart. */
  children: ReactNode;
};

/** Desk with watchlist, chart and ticket side by side; on a phone the ticket is a step over the page. */
export function TradingDesk({ view, terms, why, step, over, changeHref, available, keys, own, children }: Props) {
  const { row, stream } = view;
  const { instrument } = row;
  const { quote, candle, connection } = useLivePrice({
    stream,
    quote: row.quote,
    candles: row.candles,
    step: view.step,
  });
  const title = `Trade ${instrument.symbol}`;
  // A first deposit into own trading needs no price, and no order is possible before it.
  const ticket =
    step?.free === null ? (
      <>
        <p>
          Move money from your available balance to trading. Then you can place orders, and move it back at any time.
        </p>
        <MoneyForm what="put-in" max={available} formKey={keys['put-in']} isFirst />
      </>
    ) : terms && step && quote ? (
      <OrderTicket
        instrument={instrument}
        timeframe={row.timeframe}
        terms={terms}
        quote={quote}
        opensAt={row.opensAt}
        step={step}
        over={over}
      />
    ) : (
      <Notice>{why}</Notice>
    );
  const day = updateChange(row.changes.day, row.quote, quote);
  const now = { ...row, quote, changes: { ...row.changes, day } };
  const isReviewed = step?.review != null;
  return (
    <>
      <Desk
        view={view}
        price={<PriceNow row={now} />}
        chart={<LiveChart view={view} last={candle} levels={listChartLevels(own, instrument)} />}
        note={
          <>
            <PriceNote rows={[now]} />
            {/* Prices of a closed market do not change, so the connection is not shown. */}
            {!row.opensAt && <ConnectionNote connection={connection} />}
          </>
        }
        ticket={
          !over && (
            <WideOnly>
              <Card title={title} id="order">
                {ticket}
                <Link to="/trading-assumptions">What trading costs</Link>
              </Card>
            </WideOnly>
          )
        }
      >
        {children}
      </Desk>
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
          isClosed={row.opensAt !== null}
          review={step.review}
          formKey={keys.order}
          closeHref={view.here}
          changeHref={changeHref}
        />
      )}
    </>
  );
}

/** Desk of an investor whose live trading is locked: the current chart, and the way to unlock live trading. */
export const LockedDesk = (props: { view: LiveView; ticket: ReactNode }) => (
  <Desk
    {...props}
    price={<PriceNow row={props.view.row} />}
    chart={<DeskChart view={props.view} levels={[]} />}
    note={<PriceNote rows={[props.view.row]} />}
  />
);

function Desk(props: {
  view: LiveView;
  price: ReactNode;
  chart: ReactNode;
  note: ReactNode;
  ticket: ReactNode;
  children?: ReactNode;
}) {
  const { instrument } = props.view.row;
  const { symbol } = instrument;
  const name = getCommonName(instrument);
  return (
    <div className="desk">
      <Card
        id="chart"
        title={`${symbol}, ${name === symbol ? getSecondaryName(instrument) : name}`}
        lead={props.price}
        actions={<ChoiceLinks label="Length of a candle" items={props.view.frames} />}
      >
        {props.chart}
        <Cluster spread>
          <Cluster>{props.note}</Cluster>
          {props.view.ranges.length > 0 && <ChoiceLinks label="Range" items={props.view.ranges} />}
        </Cluster>
      </Card>
      <WatchRail view={props.view} />
      {props.ticket && <div className="desk-ticket">{props.ticket}</div>}
      {props.children && <div className="desk-below">{props.children}</div>}
    </div>
  );
}

type Charted = { view: LiveView; levels: readonly ChartLevel[]; last?: LiveView['row']['candles'][number] };

function LiveChart(charted: Charted) {
  const { instrument, candles, timeframe } = charted.view.row;
  const library = useChartLibrary();
  const { last, levels } = charted;
  const shown = { candles, last, digits: instrument.digits, daily: timeframe === '1d', levels };
  return <DeskChart {...charted} drawing={library && <LiveCandles library={library} {...shown} tall />} />;
}

function DeskChart({ view, levels, last, drawing }: Charted & { drawing?: ReactNode }) {
  const { instrument, candles, timeframe } = view.row;
  const daily = timeframe === '1d';
  return (
    <CandleChart
      candles={last ? [...candles.filter(({ at }) => at < last.at), last] : candles}
      label={`${instrument.symbol}, ${CANDLE_LABELS[timeframe]}${daily ? `, ${view.isWholeYear ? 'this year' : `the last ${candles.length} days`}` : ''}`}
      format={(price) => formatPrice(price, instrument)}
      daily={daily}
      tall
      levels={levels}
      drawing={drawing}
    />
  );
}
