import { and, desc, eq } from 'drizzle-orm';
import { event, kyc, twoFactor } from '#drizzle/schema';
import { listFreezes } from '~/features/backoffice';
import { worthOf } from '~/features/copying';
import { latestKyc } from '~/features/people/kyc/queries.server';
import { shownState } from '~/features/people/kyc/states';
import { receivableOf } from '~/ledger/reading/refuseNotCovered.server';
import { balancesAndTotalsOf } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { signInsOf } from '~/signIns/session.server';
import { userById } from '~/signIns/userById.server';
import { notesOn } from './noteUser.server';
import { tagsInUse, tagsOf } from './tags.server';

export async function personOf(id: string) {
  const found = await userById(read(), id);
  if (!found) return null;
  const { passwordHash: _, ...person } = found;
  return { ...person, tags: (await tagsOf([id])).get(id) ?? [] };
}

export async function proofsOf(id: string) {
  const person = await userById(read(), id);
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

export type OwnerProofs = Awaited<ReturnType<typeof proofsOf>>;

export type UserPerson = NonNullable<Awaited<ReturnType<typeof personOf>>>;

export async function userFile(id: string) {
  const person = await personOf(id);
  if (!person) return null;
  const documents = await latestKyc(read(), id);
  const { balances, totals } = await balancesAndTotalsOf(id);
  return {
    person,
    freezes: await listFreezes(read(), person),
    kyc: documents && shownState(documents),
    balances,
    worth: await worthOf(id, balances),
    owed: await receivableOf(read(), id),
    totals,
    sessions: (await signInsOf(id)).length,
    notes: await notesOn(id),
    tagsInUse: await tagsInUse(),
  };
}
