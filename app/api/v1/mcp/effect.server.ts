import { copy, deposit, supportThread, webhook, withdrawal } from '#drizzle/schema';
import type { Effect } from '~/features/backoffice/approvals/effect';
import { accountName } from '~/features/backoffice/approvals/effectOf.server';
import { traderNamed } from '~/features/copying/traders/traderById.server';
import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { MONEY } from '~/ledger/moneyJson';
import { changesSince } from '~/ledger/reading/since.server';
import { findAll, type Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { ChangedValue } from '~/platform/events/changes';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import { methodText } from '~/platform/text/methodText';
import type { OnceForKey, V1Call } from '../call.server';
import type { Fields } from '../run.server';

type Work = Parameters<OnceForKey>[0];
type Ran = Awaited<ReturnType<Work>>;

type About = { call: V1Call; userId: string; input: Fields; sent: Fields };

/** Parts of an answer that no effect names: ids, and texts that tell of an instant. */
const UNNAMED = new Set(['id', 'message', 'due', 'upTo']);

/** Runs a call of an investor, and computes its effect in words: what was sent, what it answers, and the money that moves. */
export async function runWithOwnEffect(
  tx: Handle,
  work: Work,
  about: About,
): Promise<Result<{ ran: Ran; effect: Effect }>> {
  const { call, userId, input, sent } = about;
  // Before the call, which may remove what it is about.
  const subject = await subjectOf(tx, about);
  const mark = newId();
  const ran = await work(tx);
  if (!ran.ok) return ran;
  const answered = Object.entries(ran.value.answer).filter(([name]) => !(name in input) && !UNNAMED.has(name));
  const lines = [
    ...subject,
    ...Object.entries(input).flatMap(([name, value]) => {
      if (value === undefined || name === 'id' || subject.some((line) => line.name === name)) return [];
      return [lineOf(name, sent[name] ?? value, call.input.shape[name]?.description)];
    }),
    ...(call.atMarketPrice
      ? [{ name: 'price', to: 'the market’s when you confirm' }]
      : [...answered.map(([name, value]) => lineOf(name, value)), ...(await ownMoney(tx, mark, userId))]),
  ];
  const [title = ''] = call.about.split(/\.(?: |$)/);
  return done({ ran, effect: { title, lines } });
}

const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns a field as a line; what is yes or no says what it means. */
function lineOf(name: string, value: unknown, description?: string): ChangedValue {
  const isPercent = typeof value === 'number' && name.endsWith('Percent');
  const isAnswer = typeof value === 'boolean' && description !== undefined;
  return { name: isAnswer ? description : words(name), to: isPercent ? `${value}%` : inWords(value) };
}

function inWords(value: unknown): string {
  if (typeof value === 'bigint') return formatUsd(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  const amount = MONEY.safeParse(value);
  return amount.success ? formatUsd(BigInt(amount.data.value.replace('.', ''))) : String(value);
}

async function ownMoney(tx: Handle, mark: string, userId: string): Promise<ChangedValue[]> {
  const changes = (await changesSince(tx, mark)).filter(({ ownerId, change }) => ownerId === userId && change !== 0n);
  return changes.map(({ code, change }) => ({ name: accountName(code), to: formatSignedUsd(change) }));
}

const paid = (row?: { amount: bigint; method: string }) =>
  row && `${formatUsd(row.amount)} by ${methodText(row.method)}`;

/** Names of the things that calls are about, by the first part of the path. */
const NAMES: Record<string, (tx: Handle, which: { id: string; userId: string }) => Promise<string | undefined>> = {
  copies: async (tx, which) => {
    const [row] = await verified(tx, copy, which);
    return row && (await traderNamed(tx, row.traderId));
  },
  deposits: async (tx, which) => paid((await verified(tx, deposit, which))[0]),
  withdrawals: async (tx, which) => paid((await verified(tx, withdrawal, which))[0]),
  'support-threads': async (tx, which) => (await findAll(tx, supportThread, which))[0]?.subject,
  webhooks: async (tx, { id, userId }) => (await findAll(tx, webhook, { id, ownerId: userId }))[0]?.url,
};

async function subjectOf(tx: Handle, { call, userId, input }: About): Promise<ChangedValue[]> {
  const [resource = ''] = call.path.split('/');
  const { id, trader } = input as { id?: string; trader?: string };
  const name = id === undefined ? undefined : ((await NAMES[resource]?.(tx, { id, userId })) ?? id);
  return [
    ...(name === undefined
      ? []
      : [{ name: words(resource.replace(/-/g, ' ').replace(/ies$/, 'y').replace(/s$/, '')), to: name }]),
    ...(trader === undefined ? [] : [{ name: 'trader', to: await traderNamed(tx, trader) }]),
  ];
}
