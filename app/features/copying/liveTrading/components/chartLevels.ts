import { groupDigits } from '~/platform/text/figure';
import type { ChartLevel } from '~/ui/charts/CandleChart';
import type { OwnView } from '../ownView.server';

type Held = Pick<OwnView, 'positions' | 'orders'>;

const SIDE_NAMES = { buy: ['Bought', 'Buy'], sell: ['Sold', 'Sell'] } as const;

/** Returns the levels of an account in a symbol: entry price, stop and target, and prices of waiting orders. */
export function listChartLevels(own: Held | null, { id, symbol }: { id: string; symbol: string }): ChartLevel[] {
  if (!own) return [];
  const at = (text: string | null, tone: ChartLevel['tone'], name: string): ChartLevel[] =>
    text === null ? [] : [{ price: Number(text), tone, name, text: groupDigits(text) }];
  const held = own.positions.filter((position) => position.id === id);
  const waiting = own.orders.filter((order) => order.symbol === symbol && !order.cancelled);
  return [
    ...held.flatMap(({ side, size, entry, stop, takeProfit }) => [
      ...at(entry, 'entry', `${SIDE_NAMES[side][0]} ${groupDigits(size)}`),
      ...at(stop, 'stop', 'Stop'),
      ...at(takeProfit, 'target', 'Take-profit'),
    ]),
    ...waiting.flatMap(({ side, size, price }) => at(price, 'order', `${SIDE_NAMES[side][1]} ${groupDigits(size)}`)),
  ];
}
