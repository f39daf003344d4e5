import { desc, eq } from 'drizzle-orm';
import { kyc } from '#drizzle/schema';
import { balancesAndTotalsOf } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { signInsOf } from '~/signIns/session.server';
import { userById } from '~/signIns/userById.server';

/** A user as administrators know them, or null; never the password's hash. */
export async function personOf(id: string) {
  const found = await userById(read(), id);
  if (!found) return null;
  const { passwordHash: _, ...person } = found;
  return person;
}

export type Person = NonNullable<Awaited<ReturnType<typeof personOf>>>;

/** What the page of one user begins with, or null; the rest has addresses of its own (`userPart`). */
export async function userFile(id: string) {
  const person = await personOf(id);
  if (!person) return null;
  const [papers] = await read()
    .select({ status: kyc.status })
    .from(kyc)
    .where(eq(kyc.userId, id))
    .orderBy(desc(kyc.id))
    .limit(1);
  const { balances, totals } = await balancesAndTotalsOf(id);
  return {
    person,
    kyc: papers?.status ?? null,
    balances,
    totals,
    sessions: (await signInsOf(id)).length,
  };
}
