import { eq } from 'drizzle-orm';
import { kyc } from '#drizzle/schema';
import { type Queue, soloAct } from '~/features/approvals';
import { beginDecision, decisionSchema, reasonSchema } from '~/features/reviewQueue';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { userNamed } from '~/signIns/userById.server';
import { tellKycApproved, tellKycRejected } from './internal/mail.server';
import { kycMachine } from './states';

type Decided = { id: string; journalId?: undefined };

/** An administrator has looked at the papers and believes them. */
export async function approveKyc(tx: Handle, by: Actor, id: string): Promise<Result<Decided>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'approve', by, set: { decidedAt: now() } });
  if (!moved.ok) return moved;
  await tellKycApproved(tx, moved.value);
  return done({ id });
}

/** An administrator can't accept the papers, for a reason that the user will read; they can send others. */
export async function rejectKyc(tx: Handle, by: Actor, id: string, reason: string): Promise<Result<Decided>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const set = { reason, decidedAt: now() };
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'reject', by, reason, set });
  if (!moved.ok) return moved;
  await tellKycRejected(tx, moved.value, reason);
  return done({ id });
}

/** The administrators' queue of papers. */
export const KYC: Queue = {
  path: '/admin/kyc',
  right: 'papers:decide',
  machine: kycMachine,
  decisions: {
    approve: soloAct({
      event: 'approve',
      schema: decisionSchema,
      run: (tx, by, { id }) => approveKyc(tx, by, id),
      said: () => 'KYC approved',
      alone: 'it moves no money and changes no term',
      confirmed: true,
    }),
    reject: soloAct({
      event: 'reject',
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectKyc(tx, by, id, reason),
      said: () => 'KYC rejected',
      alone: 'it moves no money and changes no term',
    }),
  },
  about: async (tx, id) => {
    const [found] = await tx.select().from(kyc).where(eq(kyc.id, id));
    if (!found) return null;
    const { userId, status } = found;
    const title = await userNamed(tx, userId);
    return { title, userId, waits: status === 'submitted', called: 'the check of your identity papers', page: '/kyc' };
  },
  several: ['reject'],
  reasons: [
    'The picture is too dark or too small to be read',
    'The document has expired',
    'The name on the document is not the name of the account',
    'The proof of address is older than three months',
  ],
};
