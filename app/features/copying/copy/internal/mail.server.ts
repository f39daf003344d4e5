import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { mailAndNotify, type Recipient } from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';
import { notify } from '~/platform/events/index.server';
import { dayText, utcText } from '~/platform/text/dayText';
import { requireContract } from '~/trading/contracts';
import type { CopiedOutcome } from '~/trading/copying/copied';
import { ORDER_REASONS } from '../reasons';

type CopyPeople = { owner: Recipient; trader: string };

const PAGE_LINK = { label: 'My copies', href: '/usercopytrade' } as const;

type StoppedCopy = { ref: string; reason: string; returned: bigint; result: bigint };

export async function notifyCopyStopped(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { ref, reason, returned, result }: StoppedCopy,
): Promise<void> {
  const cash = formatUsd(returned);
  const gained = formatSignedUsd(result);
  const news = {
    effectKey: `copy-stopped:${ref}`,
    subject: 'Copy stopped',
    paragraphs: [
      `your copy of ${trader} has stopped: ${reason}.`,
      `${cash} has returned to your available balance. The result of the copy was ${gained}.`,
    ],
    page: PAGE_LINK,
  } as const;
  await mailAndNotify(
    tx,
    owner,
    news,
    `Your copy of ${trader} stopped: ${reason}. ${cash} is available again, result ${gained}.`,
  );
}

export async function notifyCopyStopping(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { ref, reason, dueAt, closing = false }: { ref: string; reason: string; dueAt: Date; closing?: boolean },
): Promise<void> {
  const due = utcText(dueAt);
  const news = {
    effectKey: `copy-stopping:${ref}`,
    subject: 'Copy is stopping',
    paragraphs: [
      `your copy of ${trader} is stopping: ${reason}. Results dated from now on do not reach it.`,
      closing
        ? `Its positions close at the next price of their markets, about ${due}, and its money then returns to your available balance.`
        : `Its money returns to your available balance by ${due}, since results from before may still be entered until then.`,
    ],
    page: PAGE_LINK,
  } as const;
  await mailAndNotify(tx, owner, news, `Your copy of ${trader} is stopping: ${reason}. Its money returns by ${due}.`);
}

export async function notifyMoneyWithdrawn(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { requested, amount }: { requested: bigint; amount: bigint },
): Promise<void> {
  const less = amount < requested ? ` Earlier losses left less than the ${formatUsd(requested)} you requested.` : '';
  const text = `${formatUsd(amount)} taken out of your copy of ${trader} is available now.${less}`;
  await notify(tx, { userId: owner.id, text, href: PAGE_LINK.href });
}

/** Notifies a copy's owner that it reached its daily spread limit; `day` is the start of the UTC day. */
export async function notifyDaySpread(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { ref, day, bound }: { ref: string; day: Date; bound: string },
): Promise<void> {
  const news = {
    effectKey: `copy-day-spread:${ref}:${day.getTime()}`,
    subject: 'Copy opens no more positions today',
    paragraphs: [
      `${trader} traded so much that the spread cost your copy nearly ${bound} of its equity on ${dayText(day)}, its daily limit.`,
      'Until the end of that day (UTC), trades above the limit were skipped or reduced. Positions could still be closed. You can change the limit on the copy’s page.',
    ],
    page: { label: 'Your copy', href: `/usercopytrade/${ref}` },
  } as const;
  const text = `The day’s trading cost your copy of ${trader} nearly ${bound} of its equity in spread, its daily limit. It opens no more positions until the end of the day (UTC).`;
  await mailAndNotify(tx, owner, news, text);
}

/** Notifies a copy's owner of queued positions that have opened, and of the reasons why others have not. */
export async function notifyPositionsOpened(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { ref, copied, isFirst }: { ref: string; copied: readonly CopiedOutcome[]; isFirst: boolean },
): Promise<void> {
  const opened = listSymbols(copied);
  const sentences = copied.flatMap((row) =>
    row.size === 0n ? `It did not open ${getSymbol(row)}: ${ORDER_REASONS[row.skipped ?? ''] ?? 'no price came'}.` : [],
  );
  const first = opened.length > 0 ? `took over ${opened.join(', ')}` : 'opened nothing';
  const text = [`Your copy of ${trader} ${first} as the market opened.`, ...sentences].join(' ');
  const news = {
    effectKey: `copy-took-over:${ref}:${copied[0]?.leaderOrder ?? 0}`,
    subject: opened.length > 0 ? 'Your copy has opened its positions' : 'Your copy opened no positions',
    paragraphs: [`${text[0]?.toLowerCase()}${text.slice(1)}`],
    page: { label: 'Your copy', href: `/usercopytrade/${ref}` },
    moment: isFirst ? describeFirstTrade(opened) : undefined,
  } as const;
  await mailAndNotify(tx, owner, news, text);
}

const getSymbol = ({ instrument }: CopiedOutcome): string => requireContract(instrument).symbol;

const listSymbols = (copied: readonly CopiedOutcome[]): string[] => [
  ...new Set(copied.filter(({ orders }) => orders.length > 0).map(getSymbol)),
];

/** Most symbols in a line of a mail. */
const MAX_SYMBOLS = 3;

const formatSymbols = (symbols: readonly string[]): string => {
  const more = symbols.length - MAX_SYMBOLS;
  return `${symbols.slice(0, MAX_SYMBOLS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const describeFirstTrade = (symbols: readonly string[]) =>
  ({ name: 'first-trade', line: `First copied trades: ${formatSymbols(symbols)}` }) as const;

/** Notifies the owner of a copy of the first trades that any of their copies has made. */
export async function notifyFirstTrade(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { ref, copied }: { ref: string; copied: readonly CopiedOutcome[] },
): Promise<void> {
  const symbols = listSymbols(copied);
  const text = `Your copy of ${trader} made its first trades: ${formatSymbols(symbols)}.`;
  const news = {
    effectKey: `copy-first-trade:${owner.id}`,
    subject: 'Your first copied trades',
    paragraphs: [
      `${text[0]?.toLowerCase()}${text.slice(1)}`,
      'From now on your copy mirrors each trade at your size. Its page shows every trade beside the trader’s own.',
    ],
    page: { label: 'Your copy', href: `/usercopytrade/${ref}` },
    moment: describeFirstTrade(symbols),
  } as const;
  await mailAndNotify(tx, owner, news, text);
}

/** Notifies a copy's owner that it opens no positions because its leader's stake is too small. */
export async function notifyNoStake(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { ref, shortage, part }: { ref: string; shortage: string; part: string },
): Promise<void> {
  const news = {
    effectKey: `copy-no-stake:${ref}:${shortage}`,
    subject: 'Copy opens no new positions',
    paragraphs: [
      `${trader} trades with less than ${part} of the money in copies, so losses of the copies would cost them almost nothing.`,
      'Until they add money, your copy opens no new positions. It can still close positions, and you can stop it at any time.',
    ],
    page: { label: 'Your copy', href: `/usercopytrade/${ref}` },
  } as const;
  const text = `Your copy of ${trader} opens no new positions: they trade with less than ${part} of the money in copies. It can still close positions.`;
  await mailAndNotify(tx, owner, news, text);
}

type VoidedResult = { trade: { pair: string; voidReason: string | null }; change: string };

export async function notifyVoided(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { trade, change }: VoidedResult,
): Promise<void> {
  const text = `A result in ${trade.pair} of your copy of ${trader} was voided: ${trade.voidReason}. Your copy changed by ${change}.`;
  await notify(tx, { userId: owner.id, text, href: PAGE_LINK.href });
}

export async function notifyCopyReturned(
  tx: Handle,
  { owner, trader }: CopyPeople,
  { ref, holds }: { ref: string; holds: string },
): Promise<void> {
  const news = {
    effectKey: `copy-returned:${ref}`,
    subject: 'Copy returned, paused',
    paragraphs: [
      `the result that had ended your copy of ${trader} was voided.`,
      `The copy has returned with ${holds}. It is paused: it gets no results until you resume it. You can also stop it.`,
    ],
    page: PAGE_LINK,
  } as const;
  await mailAndNotify(tx, owner, news, `Your copy of ${trader} has returned with ${holds}. It is paused.`);
}
