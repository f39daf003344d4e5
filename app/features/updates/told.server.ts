import { copyResults } from '~/features/copy';
import { unreadNews } from '~/features/dashboard';
import { formatSignedUsd } from '~/ledger/money';
import { after, MINUTE, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { shownName } from '~/platform/fields/plainName';

/** Something to be told in a toast, once: a browser knows by its id whether it was. */
export type Update = { id: string; tone: 'success' | 'warning'; text: string; at: Date };

const RECENT = 10 * MINUTE;
const MOST = 5;

/** What a user could be told now: what their copies closed in the last minutes, and what they have not read, newest first. */
export async function toldOf(userId: string): Promise<Update[]> {
  const [results, news] = await Promise.all([
    copyResults(read(), { user: userId, from: after(now(), -RECENT), limit: MOST }, true),
    unreadNews(userId),
  ]);
  return [
    ...results.map(({ id, copyId, pair, type, amount, trader, at }): Update => {
      const result = type === 'profit' ? amount : -amount;
      const text = `${shownName(trader.firstName) || 'Your trader'} closed ${pair}: you ${formatSignedUsd(result)}`;
      return { id: `${copyId} ${id}`, tone: type === 'profit' ? 'success' : 'warning', text, at };
    }),
    ...news.map(({ id, text, at }): Update => ({ id, tone: 'success', text, at })),
  ];
}

/** What a user was told after an instant, for a page that no script keeps new: since when, the newest, and how many. */
export type ToldSince = { since: Date; newest: string; count: number };

/** What a user could have been told since they last looked; null when there is nothing. */
export async function toldSince(userId: string, since: Date): Promise<ToldSince | null> {
  const found = (await toldOf(userId)).filter(({ at }) => at > since).sort((a, b) => +b.at - +a.at);
  const [newest] = found;
  return newest ? { since, newest: newest.text, count: found.length } : null;
}
