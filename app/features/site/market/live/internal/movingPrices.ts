import type { Quote } from '~/market/feed/feed';
import { formatPrice, formatPriceChange } from '../../format';
import type { PriceRow } from '../../queries.server';

/** Parts of a row that change on a page, in the order of the stream: the price and its changes. */
export const LIVE_FIGURES = ['price', 'day', 'week', 'month'] as const;

export type MovingPart = (typeof LIVE_FIGURES)[number];

/** Returns the attribute by which the script finds a changing text: the instrument and the index of the part. */
export const createMovingAttribute = ({ instrument }: Pick<PriceRow, 'instrument'>, part: MovingPart): string =>
  `${instrument.id} ${LIVE_FIGURES.indexOf(part)}`;

type MovingRow = Pick<PriceRow, 'instrument' | 'quote' | 'changes'>;

/** Returns the texts of a row's cells as the stream sends them. An empty text means no value. */
export const formatMovingTexts = ({ instrument, quote, changes }: MovingRow): string[] =>
  LIVE_FIGURES.map((part) => {
    if (part === 'price') return quote ? formatPrice(quote.price, instrument) : '';
    const by = changes[part];
    return by === null ? '' : formatPriceChange(by);
  });

/** Returns changed prices as server-sent events, one per instant, oldest first. Updates `sent`, the last state by instrument. */
export function createPriceEvents(
  rows: readonly MovingRow[],
  sent: Map<string, string>,
  isLate: (quote: Quote) => boolean,
): string {
  const moved = new Map<string, { of: Record<string, string[]>; late?: true }>();
  for (const row of rows) {
    if (!row.quote) continue;
    const at = row.quote.at.toISOString();
    const texts = formatMovingTexts(row);
    const whole = [...texts, at].join(' ');
    if (sent.get(row.instrument.id) === whole) continue;
    sent.set(row.instrument.id, whole);
    const { of, late } = moved.get(at) ?? { of: {}, ...(isLate(row.quote) && { late: true }) };
    moved.set(at, { of: { ...of, [row.instrument.id]: texts }, late });
  }
  return [...moved]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, sent]) => `data: ${JSON.stringify({ at, ...sent })}\n\n`)
    .join('');
}
