import { copy, copyFlow, trade, trader, tradingOrder } from '#drizzle/schema';
import type { JournalKind } from '~/ledger/chartOfAccounts';
import { findAll, type Reader } from '~/platform/db/index.server';
import { contractOf } from '~/trading/contracts';

export type Subject = { about: string | null; href: string | null; closedAt: Date | null };

type Line = { kind: JournalKind; ref: string };

const PAGES: [RegExp, string][] = [
  [/^plan/, '/investments'],
  [/^referral/, '/referrals'],
  [/^rank/, '/ranking'],
  [/^trading/, '/live-trading#positions'],
];

const receiptOf = ({ kind, ref }: Line): string | null =>
  kind.startsWith('deposit') ? `/deposit/${ref}` : kind.startsWith('withdrawal') ? `/withdrawlogs/${ref}` : null;

const parts = ({ ref }: Line): [string, string] => {
  const [first = '', second = ''] = ref.split(':');
  return [first, second];
};

const found = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));

export async function subjectsOf(handle: Reader, lines: readonly Line[]): Promise<Subject[]> {
  const about = lines.filter(({ kind }) => /^(copy|position|leader)-/.test(kind));
  const firsts = [...new Set(about.map((line) => parts(line)[0]))];
  const flows = found(await findAll(handle, copyFlow, { id: firsts }));
  const ids = [...new Set(firsts.map((id) => flows.get(id)?.copyId ?? id))];
  const copies = found(await findAll(handle, copy, { id: ids }));
  const traders = found(
    await findAll(handle, trader, { id: [...new Set(Array.from(copies.values(), ({ traderId }) => traderId))] }),
  );
  const typed = about.filter(({ kind }) => kind.startsWith('copy-')).map((line) => parts(line)[1]);
  const trades = found(await findAll(handle, trade, { id: [...new Set(typed.filter(Boolean))] }));
  const ordered = about.filter(({ kind }) => kind.startsWith('position-'));
  const orders = new Map(
    (
      await findAll(handle, tradingOrder, {
        accountId: ordered.map((line) => parts(line)[0]),
        number: ordered.map((line) => Number(parts(line)[1])),
      })
    ).map((row) => [`${row.accountId}:${row.number}`, row]),
  );
  return lines.map((line): Subject => {
    const page = PAGES.find(([kinds]) => kinds.test(line.kind))?.[1] ?? null;
    if (!about.includes(line)) return { about: null, href: receiptOf(line) ?? page, closedAt: null };
    const [first, second] = parts(line);
    const of = copies.get(flows.get(first)?.copyId ?? first);
    const leader = of && traders.get(of.traderId);
    // The costs of one night are one line for all that was held.
    const order = line.kind === 'position-cost' ? null : orders.get(`${first}:${second}`);
    const typedTrade = trades.get(second);
    const pair = typedTrade?.pair ?? contractOf(order?.instrument ?? '')?.symbol;
    const name = leader ? `${leader.firstName} ${leader.lastName}` : null;
    return {
      about: [pair, name].filter(Boolean).join(', ') || null,
      href: of ? (of.leaderOrder === null ? '/usercopytrade' : `/usercopytrade/${of.id}`) : '/live-trading#positions',
      closedAt: typedTrade?.at ?? order?.at ?? null,
    };
  });
}
