import { and, desc, eq } from 'drizzle-orm';
import { event, kyc, twoFactor } from '#drizzle/schema';
import { listFreezes } from '~/features/backoffice';
import { calculateWorth } from '~/features/copying';
import { findLatestKyc } from '~/features/people/kyc/queries.server';
import { getDisplayedState } from '~/features/people/kyc/states';
import { readReceivable } from '~/ledger/reading/refuseNotCovered.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { signInsOf } from '~/signIns/session.server';
import { findUser } from '~/signIns/userById.server';
import { listNotes } from './addUserNote.server';
import { findTags, listTagsInUse } from './tags.server';

export async function findPerson(id: string) {
  const found = await findUser(read(), id);
  if (!found) return null;
  const { passwordHash: _, ...person } = found;
  return { ...person, tags: (await findTags([id])).get(id) ?? [] };
}

export async function loadOwnerProofs(id: string) {
  const person = await findUser(read(), id);
  const [factor] = await read().select().from(twoFactor).where(eq(twoFactor.subjectId, id));
  const approved = and(eq(kyc.userId, id), eq(kyc.status, 'approved'));
  const [documents] = await read().select().from(kyc).where(approved).orderBy(desc(kyc.decidedAt)).limit(1);
  const updates = and(eq(event.userId, id), eq(event.thing, 'profile'), eq(event.event, 'update'));
  const [update] = await read().select().from(event).where(updates).orderBy(desc(event.at)).limit(1);
  return {
    factorSince: factor?.enabledAt ?? null,
    firstReset: person?.firstResetAt ?? null,
    documents: documents?.decidedAt ?? null,
    profileChanged: update?.at ?? null,
  };
}

export type OwnerProofs = Awaited<ReturnType<typeof loadOwnerProofs>>;

export type UserPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export async function loadUserFile(id: string) {
  const person = await findPerson(id);
  if (!person) return null;
  const documents = await findLatestKyc(read(), id);
  const { balances, totals } = await readBalancesAndTotals(id);
  return {
    person,
    freezes: await listFreezes(read(), person),
    kyc: documents && getDisplayedState(documents),
    balances,
    worth: await calculateWorth(id, balances),
    owed: await readReceivable(read(), id),
    totals,
    sessions: (await signInsOf(id)).length,
    notes: await listNotes(id),
    tagsInUse: await listTagsInUse(),
  };
}
