import { copyResults } from '~/features/copy';
import { unreadNews } from '~/features/dashboard';
import { formatSignedUsd } from '~/ledger/money';
import { after, MINUTE, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { shownName } from '~/platform/fields/plainName';

/** Something to be told in a toast, once: a browser knows by its id whether it was. */
export type Told = { id: string; tone: 'success' | 'warning'; text: string };

const RECENT = 10 * MINUTE;
const MOST = 5;

/** What a user could be told now: what their copies closed in the last minutes, and what they have not read, newest first. */
export async function toldOf(userId: string): Promise<Told[]> {
  const [results, news] = await Promise.all([
    copyResults(read(), { user: userId, from: after(now(), -RECENT), limit: MOST }, true),
    unreadNews(userId),
  ]);
  return [
    ...results.map(({ id, copyId, pair, type, amount, trader }): Told => {
      const result = type === 'profit' ? amount : -amount;
      const text = `${shownName(trader.firstName) || 'Your trader'} closed ${pair}: you ${formatSignedUsd(result)}`;
      return { id: `${copyId} ${id}`, tone: type === 'profit' ? 'success' : 'warning', text };
    }),
    ...news.map(({ id, text }): Told => ({ id, tone: 'success', text })),
  ];
}
