import { and, asc, eq, inArray } from 'drizzle-orm';
import { copy, user, withdrawal } from '#drizzle/schema';
import { accountsOfPerson } from '~/features/people/persons/accountsOfPerson.server';
import { papersFirst } from '~/features/people/persons/papers.server';
import { countOf } from '~/platform/db/countOf.server';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { ChangedValue } from '~/platform/events/changes';
import { shownFullName } from '~/platform/fields/plainName';
import { verifiedUser } from '~/signIns/userById.server';
import { SUBJECTS } from './mail.server';

export type Decision = 'approve' | 'reject' | 'revoke' | 'ask-again';

const BONUSES: Record<Decision, string> = {
  approve: 'those that wait for this identity check no longer do',
  reject: 'go on waiting for an approved identity check',
  'ask-again': 'go on waiting for an approved identity check',
  revoke: 'wait from now on until another identity check is approved; what was paid stays',
};

export async function followsFrom(tx: Handle, decision: Decision, userId: string): Promise<ChangedValue[]> {
  const copies = await countOf(tx, copy, and(eq(copy.userId, userId), inArray(copy.status, ['active', 'paused'])));
  const open = inArray(withdrawal.status, ['requested', 'approved']);
  const withdrawals = await countOf(tx, withdrawal, and(eq(withdrawal.userId, userId), open));
  const owner = await verifiedUser(tx, userId);
  return [
    { name: 'Bonuses', to: (await papersFirst(tx)) ? BONUSES[decision] : 'do not wait for identity checks here' },
    { name: 'Copies', to: goOn(copies) },
    { name: 'Withdrawals', to: goOn(withdrawals) },
    { name: 'Mail', to: `“${SUBJECTS[decision]}” to ${owner?.email ?? ''}` },
  ];
}

const goOn = (count: number): string =>
  count === 0
    ? 'none now; an identity check stops none'
    : `${count} now, ${count === 1 ? 'which goes' : 'which go'} on as before`;

export async function samePerson(tx: Handle, userId: string): Promise<ChangedValue[]> {
  const others = [...(await accountsOfPerson(tx, userId))].filter((id) => id !== userId);
  if (others.length === 0) return [];
  const found = await verified(tx, user, inArray(user.id, others), asc(user.id));
  const names = found.map((each) => `${shownFullName(each)} (${each.email})`).join(', ');
  return [{ name: 'Other accounts of this person', to: `${names}; no bonus is paid between them` }];
}
