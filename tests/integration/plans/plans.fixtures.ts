import { eq } from 'drizzle-orm';
import { investment, journal } from '#drizzle/schema';
import { accrueBatch } from '~/features/money/plans/accrueInvestments.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { reserve } from '~/ledger/chartOfAccounts';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { balance } from '~/ledger/reading/statement.server';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';

export const gold = { plan: 'gold', amount: 5_000_00n };
export const GOLD_RETURN = 7_000_00n;

export async function open(user: User, request = gold): Promise<string> {
  const opened = must(await write((tx) => openInvestment(tx, user, request)));
  return opened.id;
}

export async function withGold() {
  const user = await makeUser({}, { dollars: 6_000 });
  return { user, id: await open(user), admin: createAdminActor((await makeAdmin()).id) };
}

export async function accrueAll(): Promise<void> {
  while (await accrueBatch());
}

/** Returns the findings of the audit after the sealing job ran. */
export async function findings() {
  while (await sealNextBatch());
  return (await audit()).findings;
}

export const accrualsOf = async (id: string) => {
  const all = await read().select().from(journal).where(eq(journal.kind, 'plan-accrual'));
  return all.filter(({ businessRef }) => businessRef.startsWith(`${id}:`));
};

export const rowOf = async (id: string) =>
  (await read().select().from(investment).where(eq(investment.id, id)))[0] as typeof investment.$inferSelect;

export const stateOf = async (id: string) => (await rowOf(id)).status;
export const free = () => balance(read(), reserve.free.code);
export const committed = () => balance(read(), reserve.committed.code);

/** Reduces the free reserve to this amount. */
export const leaveFree = leaveInReserve;
