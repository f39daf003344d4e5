import { copy, deposit, supportThread, user, webhook, withdrawal } from '#drizzle/schema';
import type { Effect } from '~/features/backoffice/approvals/effect';
import { findAccountName } from '~/features/backoffice/approvals/effectOf.server';
import { loadTraderName } from '~/features/copying/traders/traderById.server';
import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { moneySchema } from '~/ledger/moneyJson';
import { sumChangesSince } from '~/ledger/reading/since.server';
import { findAll, type Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { ChangedValue } from '~/platform/events/changes';
import { formatFullName } from '~/platform/fields/plainName';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import { methodText } from '~/platform/text/methodText';
import type { OnceForKey, V1Call } from '../call.server';
import type { CallFields } from '../run.server';

type OnceWork = Parameters<OnceForKey>[0];
type WorkResult = Awaited<ReturnType<OnceWork>>;

type CallSubject = { call: V1Call; ownerId: string; isStaff: boolean; input: CallFields; sent: CallFields };

/** Fields of an answer that effects omit: IDs, and texts that depend on the time. */
const OMITTED_FIELDS = new Set(['id', 'message', 'due', 'upTo']);

/** Runs a call and describes its effect: the input, the answer, and the changed balances of its owner. */
export async function runWithOwnEffect(
  tx: Handle,
  work: OnceWork,
  about: CallSubject,
): Promise<Result<{ ran: WorkResult; effect: Effect }>> {
  const { call, ownerId, input } = about;
  // Read before the call, which may delete the row.
  const lines = await linesOfInput(tx, about);
  const mark = newId();
  const ran = await work(tx);
  if (!ran.ok) return ran;
  const answered = Object.entries(ran.value.answer).filter(([name]) => !(name in input) && !OMITTED_FIELDS.has(name));
  const further = call.atMarketPrice
    ? [{ name: 'price', to: 'the market’s when you confirm' }]
    : [...answered.map(([name, value]) => toEffectLine(name, value)), ...(await listOwnMoney(tx, mark, ownerId))];
  const [title = ''] = call.about.split(/\.(?: |$)/);
  return done({ ran, effect: { title, lines: [...lines, ...further] } });
}

/** Names of fields with the ID of a call's subject. Effects omit them, since they list the subject by its name. */
const ID_FIELDS = new Set(['id', 'userId']);

/** Lists the subject of a call by its name, and the other fields as sent. */
export async function linesOfInput(tx: Handle, about: CallSubject): Promise<ChangedValue[]> {
  const { call, input, sent } = about;
  const subject = await describeSubject(tx, about);
  const fields = Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined || ID_FIELDS.has(name) || call.ofConfirmation?.includes(name)) return [];
    if (subject.some((line) => line.name === name)) return [];
    return [toEffectLine(name, sent[name] ?? value, call.input.shape[name]?.description)];
  });
  return [...subject, ...fields];
}

const nameToWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns a field as a line of text. A boolean is named by the field's description. */
function toEffectLine(name: string, value: unknown, description?: string): ChangedValue {
  const isPercent = typeof value === 'number' && name.endsWith('Percent');
  const isAnswer = typeof value === 'boolean' && description !== undefined;
  return { name: isAnswer ? description : nameToWords(name), to: isPercent ? `${value}%` : valueToText(value) };
}

function valueToText(value: unknown): string {
  if (typeof value === 'bigint') return formatUsd(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(valueToText).join(', ');
  const amount = moneySchema.safeParse(value);
  return amount.success ? formatUsd(BigInt(amount.data.value.replace('.', ''))) : String(value);
}

async function listOwnMoney(tx: Handle, mark: string, userId: string): Promise<ChangedValue[]> {
  const changes = (await sumChangesSince(tx, mark)).filter(
    ({ ownerId, change }) => ownerId === userId && change !== 0n,
  );
  return changes.map(({ code, change }) => ({ name: findAccountName(code), to: formatSignedUsd(change) }));
}

const paymentText = (row?: { amount: bigint; method: string }) =>
  row && `${formatUsd(row.amount)} by ${methodText(row.method)}`;

type SubjectId = { id: string; userId?: string };

/** Functions that load the name of a call's subject, keyed by a part of the path. Investors see only their own. */
const NAME_BY_RESOURCE: Record<string, (tx: Handle, which: SubjectId) => Promise<string | undefined>> = {
  copies: async (tx, which) => {
    const [row] = await verified(tx, copy, which);
    return row && (await loadTraderName(tx, row.traderId));
  },
  deposits: async (tx, which) => paymentText((await verified(tx, deposit, which))[0]),
  withdrawals: async (tx, which) => paymentText((await verified(tx, withdrawal, which))[0]),
  'support-threads': async (tx, which) => (await findAll(tx, supportThread, which))[0]?.subject,
  traders: (tx, { id }) => loadTraderName(tx, id),
  users: async (tx, { id, userId }) => {
    const [row] = userId ? [] : await verified(tx, user, { id });
    return row && `${formatFullName(row)} (${row.email})`;
  },
  webhooks: async (tx, { id }) => (await findAll(tx, webhook, { id }))[0]?.url,
};

async function describeSubject(tx: Handle, { call, ownerId, isStaff, input }: CallSubject): Promise<ChangedValue[]> {
  const [resource = ''] = call.path.replace(/^staff\//, '').split('/');
  const { userId, id = userId, trader } = input as { id?: string; userId?: string; trader?: string };
  const which = { id: id ?? '', ...(!isStaff && { userId: ownerId }) };
  const name = id === undefined ? undefined : ((await NAME_BY_RESOURCE[resource]?.(tx, which)) ?? id);
  const called = resource.replace(/-/g, ' ').replace(/ies$/, 'y').replace(/s$/, '');
  return [
    ...(name === undefined ? [] : [{ name: called, to: name }]),
    ...(trader === undefined ? [] : [{ name: 'trader', to: await loadTraderName(tx, trader) }]),
  ];
}
