import { eq } from 'drizzle-orm';
import { approval } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import { approveRequest } from '~/features/backoffice/approvals/decideApproval.server';
import { computeEffectDigest } from '~/features/backoffice/approvals/effectOf.server';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import type { AdminActor } from '~/platform/states';

/** Returns the digest of a request's stored effect, as its form contains it. */
export async function shownDigest(id: string, handle: Reader = read()): Promise<string> {
  const [found] = await handle.select().from(approval).where(eq(approval.id, id));
  return computeEffectDigest(found?.effect ?? '');
}

/** Approves a request as its page would, with the digest of the stored effect. */
export const approveShown = async (tx: Handle, by: AdminActor, id: string) =>
  await approveRequest(tx, by, ACTS, id, await shownDigest(id, tx));
