import { type ReactNode, useState } from 'react';
import { parseUsd } from '~/ledger/parseUsd';
import type { Quote } from '~/market/feed/feed';
import { parsePrice, parseSize } from '~/trading/decimals';
import { toPrice } from '~/trading/numbers';
import { type Side, takerPrice } from '~/trading/orders/fills';
import { priceText, sizeText } from '~/trading/text';
import { Button } from '~/ui/Button';
import { useHydrated } from '~/ui/browser/hydrated';
import { Field, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, GetForm } from '~/ui/forms/Form';
import { Disclosure } from '~/ui/layout/Disclosure';
import { MarketState } from '~/ui/messages/MarketState';
import { Small } from '~/ui/Text';
import { Money, Profit } from '~/ui/tables/Data';
import { computeEstimate, computeSizeFor, type Estimate, estimateFillPrice, type Terms } from '../ticket/estimate';
import type { OrderTicketStep, TicketInput } from '../ticket/ticket.server';

const FIELD_LABELS: Record<string, string> = {
  type: 'Order type',
  price: 'Price',
  amount: 'Amount',
  unit: 'Unit',
  stop: 'Stop',
  takeProfit: 'Take-profit',
  leverage: 'Leverage',
};

export const ORDER_KINDS = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit: at a price or better' },
  { value: 'stop', label: 'Stop: at a trigger price' },
];

type Props = {
  instrument: { id: string; symbol: string };
  timeframe: string;
  terms: Terms & { maxLeverage: number };
  quote: Quote;
  /** Time when a closed market opens, for which market orders wait. */
  opensAt: Date | null;
  step: OrderTicketStep;
  over: boolean;
};

export function OrderTicket({ instrument, timeframe, terms, quote, opensAt, step, over }: Props) {
  const { input: initial, problems, free, unit, leverage } = step;
  const [entered, setInput] = useState(initial);
  const hydrated = useHydrated();
  const mid = toPrice(quote.price, terms);
  const shown = estimateOrder(entered, terms, mid, leverage);
  const field = (name: keyof TicketInput) => ({
    name,
    id: `ticket-${name}`,
    label: FIELD_LABELS[name],
    defaultValue: initial[name],
    errors: problems.filter((problem) => problem.name === name).map(({ message }) => message),
  });
  const level = { inputMode: 'decimal', autoComplete: 'off', maxLength: 30 } as const;
  const folded = ['stop', 'takeProfit', 'leverage'] as const;
  return (
    <GetForm
      action="/live-trading"
      onInput={({ currentTarget }) => setInput(Object.fromEntries(new FormData(currentTarget)) as TicketInput)}
    >
      {/* Enter submits with a form's first button, which would be Sell. A disabled first button prevents that. */}
      <button type="submit" disabled hidden />
      <ErrorSummary
        once
        errors={problems.map(({ name, message }) => {
          const atField = name in FIELD_LABELS;
          return { id: atField ? `ticket-${name}` : undefined, message, atField };
        })}
      />
      <input type="hidden" name="symbol" value={instrument.id} />
      <input type="hidden" name="timeframe" value={timeframe} />
      {over && <input type="hidden" name="ticket" value="1" />}
      <MarketState opensAt={opensAt} />
      <SelectField {...field('type')} options={ORDER_KINDS} />
      {/* Only orders that wait for a price have a price field. */}
      <div className="in-[form:has([value=market]:checked)]:hidden">
        <Field {...field('price')} {...level} />
      </div>
      {/* A message needs the whole width. */}
      <div
        className={
          problems.some(({ name }) => name === 'amount')
            ? 'flex flex-col gap-2'
            : 'grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-2'
        }
      >
        <Field {...field('amount')} {...level} />
        <SelectField
          {...field('unit')}
          options={[
            { value: 'usd', label: 'USD' },
            { value: 'size', label: unit },
          ]}
        />
      </div>
      <Disclosure
        summary="Stop, take-profit and leverage"
        open={folded.some((name) => initial[name] || problems.some((problem) => problem.name === name)) || undefined}
      >
        <div className="flex flex-col gap-4">
          <Field {...field('stop')} hint="Closes the position at a loss" required={false} {...level} />
          <Field {...field('takeProfit')} hint="Closes the position at a profit" required={false} {...level} />
          <Field
            {...field('leverage')}
            hint={`1 to ${terms.maxLeverage}. It is ${leverage} until you change it.`}
            required={false}
            {...level}
            inputMode="numeric"
            maxLength={3}
          />
        </div>
      </Disclosure>
      <Figures estimate={shown} free={free} unit={unit} />
      <div className="grid grid-cols-2 gap-2">
        {(['sell', 'buy'] as const).map((side) => (
          <Button key={side} tone={side} name="side" value={side}>
            <span>
              <span className="block whitespace-nowrap">
                {getButtonLabel(side, opensAt !== null && entered.type === 'market')}
              </span>{' '}
              <span className="block text-lg">
                {priceText(takerPrice(terms, mid, side === 'buy' ? 1n : -1n), terms)}
              </span>
            </span>
          </Button>
        ))}
      </div>
      <Small>
        {hydrated ? '' : 'Prices are from when this page was loaded. '}You review the order before it is placed.
      </Small>
    </GetForm>
  );
}

/** Returns the label of the button, such as `Queue buy` if the order waits for its market. */
export function getButtonLabel(side: 'buy' | 'sell', isQueued: boolean): string {
  if (isQueued) return `Queue ${side}`;
  return side === 'buy' ? 'Buy' : 'Sell';
}

type ShownEstimate = Estimate & { size: bigint };

/** Estimates the order from the fields that can be parsed; a stop above the price makes it a sale. */
function estimateOrder(input: TicketInput, terms: Terms, mid: bigint, leverage: number): ShownEstimate | null {
  const level = input.type === 'market' ? mid : parsePrice(input.price, terms);
  if (!level) return null;
  const stop = parsePrice(input.stop, terms);
  const side: Side = stop !== null && stop > level ? -1n : 1n;
  const price = estimateFillPrice(input.type, level, side, terms);
  const cents = input.unit === 'size' ? null : parseUsd(input.amount);
  const size = cents === null ? parseSize(input.amount) : computeSizeFor(cents, price, terms);
  const requested = Number(input.leverage || leverage);
  if (!size || !(requested >= 1) || !Number.isInteger(requested)) return null;
  const order = { side, size, price, leverage: BigInt(requested), stop, takeProfit: null };
  return { size, ...computeEstimate(terms, order) };
}

const NO_ESTIMATE = '–';

function Figures({ estimate, free, unit }: { estimate: ShownEstimate | null; free: bigint | null; unit: string }) {
  const atStop = estimate?.atStop ?? null;
  const rows: Record<string, ReactNode> = {
    Size: estimate && `${sizeText(estimate.size)} ${unit}`,
    Value: estimate && <Money cents={estimate.value} />,
    Margin: estimate && <Money cents={estimate.margin} />,
    'Spread, in the price': estimate && <Money cents={estimate.spread} />,
    'Result at the stop': atStop !== null && <Profit cents={atStop} />,
    'Available to trade': <Money cents={free ?? 0n} />,
  };
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 text-sm">
      {Object.entries(rows).map(([term, detail]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{term}</dt>
          <dd className="text-end font-medium">{detail || NO_ESTIMATE}</dd>
        </div>
      ))}
    </dl>
  );
}
