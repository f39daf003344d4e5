import { inArray } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { bookLineTitle } from '~/ledger/chartOfAccounts';
import { formatSignedUsd } from '~/ledger/money';
import { type AccountChange, sumChangesSince } from '~/ledger/reading/since.server';
import { type Handle, rehearse } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { ChangedValue } from '~/platform/events/changes';
import { formatFullName } from '~/platform/fields/plainName';
import { hashSecret, newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import type { AdminActor } from '~/platform/states';
import type { Act, ActOutcome, EffectDescription, Fields } from './act';
import type { Effect } from './effect';

/** Largest number of users that an effect names; the others are added up. */
const MAX_NAMED_USERS = 10;

type RunWithEffect = { ran: ActOutcome; effect: Effect };

/** Runs an act and computes its effect. The caller commits it or rolls it back (`attempt`, `rehearse`). */
export async function runWithEffect<I extends Fields>(
  tx: Handle,
  by: AdminActor,
  act: Pick<Act<I>, 'run'> & EffectDescription<I>,
  input: I,
): Promise<Result<RunWithEffect>> {
  const title = await act.title(tx, input);
  const details = (await act.details?.(tx, input)) ?? [];
  const mark = newId();
  const ran = await act.run(tx, by, input);
  if (!ran.ok) return ran;
  const found = await rehearse(tx, async () => [
    ...((await act.reach?.(tx, input, ran.value)) ?? []),
    ...(await listMovedMoney(tx, mark)),
  ]);
  return done({ ran: ran.value, effect: { title, lines: [...details, ...found] } });
}

export const computeEffectDigest = (stored: string): string => hashSecret(stored);

/** Lists the money moved since `mark`: the users with the largest sums by name, then the operator's accounts. */
export async function listMovedMoney(tx: Handle, mark: string): Promise<ChangedValue[]> {
  const changes = (await sumChangesSince(tx, mark)).filter(({ change }) => change !== 0n);
  const own = changes.filter(({ ownerId }) => ownerId === null);
  const byUser = new Map<string, AccountChange[]>();
  for (const each of changes) {
    if (each.ownerId) byUser.set(each.ownerId, [...(byUser.get(each.ownerId) ?? []), each]);
  }
  const users = [...byUser].map(([id, accounts]) => ({ id, accounts, sum: sumOf(accounts) }));
  users.sort((a, b) => compare(absoluteCents(b.sum), absoluteCents(a.sum)) || (a.id < b.id ? -1 : 1));
  const named = users.slice(0, MAX_NAMED_USERS);
  const others = users.slice(MAX_NAMED_USERS);
  const names = await findNamesOfUsers(
    tx,
    named.map(({ id }) => id),
  );
  const lines = named.map(({ id, accounts, sum }) => ({
    name: names.get(id) ?? id,
    to: `${formatSignedUsd(sum)} (${accounts.map(accountText).join(', ')})`,
  }));
  if (others.length > 0) {
    lines.push({ name: `${others.length} other users`, to: formatSignedUsd(others.reduce(addToTotal, 0n)) });
  }
  if (users.length > 1) {
    lines.push({ name: `All ${users.length} users together`, to: formatSignedUsd(users.reduce(addToTotal, 0n)) });
  }
  return [...lines, ...own.map(({ code, change }) => ({ name: bookLineTitle(code), to: formatSignedUsd(change) }))];
}

const addToTotal = (total: bigint, { sum }: { sum: bigint }): bigint => total + sum;
const sumOf = (accounts: AccountChange[]): bigint => accounts.reduce((total, { change }) => total + change, 0n);
const absoluteCents = (cents: bigint): bigint => (cents < 0n ? -cents : cents);
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const ACCOUNT_NAMES: Record<string, string> = {
  available: 'available',
  held: 'held for withdrawals',
  principal: 'in plans',
  accrued: 'earned in plans',
  allocated: 'in copies',
  trading: 'in live trading',
};

const accountText = ({ code, change }: AccountChange): string => `${findAccountName(code)} ${formatSignedUsd(change)}`;

/** Returns the name of a user's account, by its code. */
export function findAccountName(code: string): string {
  const kind = code.slice(0, code.indexOf(':'));
  return ACCOUNT_NAMES[kind] ?? kind;
}

async function findNamesOfUsers(tx: Handle, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await verified(tx, userTable, inArray(userTable.id, ids));
  return new Map(found.map((each) => [each.id, `${formatFullName(each)} (${each.email})`]));
}
