import { asc, eq } from 'drizzle-orm';
import { copiedOrder } from '#drizzle/schema';
import { type Handle, read } from '~/platform/db/index.server';
import { mustContract } from '~/trading/contracts';
import { type CopiedRow, compareTrades } from '~/trading/copying/compare';
import { sumOfDifferences } from '~/trading/copying/difference';
import { ordersOf } from '~/trading/orders/orders.server';
import { priceText, sizeText } from '~/trading/text';
import { copiesOf } from '../queries.server';

/** Trades of a leader that are compared, and rows of a log that are read for it. */
const MOST = 20_000;
const PER_PAGE = 25;

/** Every trade of a copy's leader since the copy began beside its own, in the order they were opened, and the copy's own log. */
export async function compareCopy(handle: Handle, { id, traderId }: { id: string; traderId: string }) {
  const copied = await handle
    .select()
    .from(copiedOrder)
    .where(eq(copiedOrder.copyId, id))
    .orderBy(asc(copiedOrder.leaderOrder), asc(copiedOrder.id))
    .limit(MOST);
  const first = Math.min(...copied.map(({ leaderOrder }) => leaderOrder));
  const leaderRows = copied.length > 0 ? await ordersOf(handle, traderId, first - 1, MOST) : [];
  const copyRows = await ordersOf(handle, id, 0, MOST);
  const compared = compareTrades(
    copied.map((row): CopiedRow => ({ ...row, at: row.at.getTime() })),
    leaderRows,
    copyRows,
  );
  const differences = compared.flatMap(({ difference }) => (difference ? [difference] : []));
  return { compared, differences, copyRows };
}

/**
 * A copy of a user's with every trade of its leader since it began beside its own, newest first; null where there is no such
 * copy. Amounts in cents, sizes and prices as they are read.
 */
export async function copyWithTrades(userId: string, copyId: string, page: number) {
  const copy = (await copiesOf(userId)).find(({ id }) => id === copyId);
  if (!copy) return null;
  const { compared, differences } = await compareCopy(read(), copy);
  compared.reverse();
  const pages = Math.max(1, Math.ceil(compared.length / PER_PAGE));
  const at = Math.min(page, pages);
  return {
    copy,
    total: differences.length > 0 ? sumOfDifferences(differences) : null,
    closed: differences.length,
    trades: compared
      .slice((at - 1) * PER_PAGE, at * PER_PAGE)
      .map(({ id, leader, copy: own, openedAt, closedAt, ...rest }) => {
        const contract = mustContract(id);
        const price = (value: bigint | null) => (value === null ? null : priceText(value, contract));
        const side = ({ size, entry, exit, result }: typeof leader) => ({
          size: sizeText(size),
          entry: price(entry),
          exit: price(exit),
          result,
        });
        return {
          ...rest,
          key: `${id} ${openedAt}`,
          symbol: contract.symbol,
          openedAt: new Date(openedAt),
          closedAt: closedAt === null ? null : new Date(closedAt),
          leader: side(leader),
          own: side(own),
        };
      }),
    page: at,
    pages,
  };
}

export type ComparedCopy = NonNullable<Awaited<ReturnType<typeof copyWithTrades>>>;
