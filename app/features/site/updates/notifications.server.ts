import { copyResults } from '~/features/copying';
import { listUnreadNews } from '~/features/site/dashboard/notifications.server';
import { formatSignedUsd, toSignedResult } from '~/ledger/money';
import { after, MINUTE, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { formatNameForMail } from '~/platform/fields/plainName';

export type Update = { id: string; tone: 'success' | 'warning'; text: string; at: Date };

const UPDATE_MAX_AGE_MS = 10 * MINUTE;
const MAX_NOTIFICATIONS = 5;

export async function listUpdates(userId: string): Promise<Update[]> {
  const [results, news] = await Promise.all([
    copyResults(read(), { user: userId, from: after(now(), -UPDATE_MAX_AGE_MS), limit: MAX_NOTIFICATIONS }, true),
    listUnreadNews(userId),
  ]);
  return [
    ...results.map(({ id, copyId, pair, type, amount, trader, at }): Update => {
      const text = `${formatNameForMail(trader.firstName) || 'Your trader'} closed ${pair}: you ${formatSignedUsd(toSignedResult({ type, amount }))}`;
      return { id: `${copyId} ${id}`, tone: type === 'profit' ? 'success' : 'warning', text, at };
    }),
    ...news.map(({ id, text, at }): Update => ({ id, tone: 'success', text, at })),
  ];
}

export type NotificationsSince = { since: Date; newest: string; count: number };

export async function summarizeUpdatesSince(userId: string, since: Date): Promise<NotificationsSince | null> {
  const found = (await listUpdates(userId)).filter(({ at }) => at > since).sort((a, b) => +b.at - +a.at);
  const [newest] = found;
  return newest ? { since, newest: newest.text, count: found.length } : null;
}
