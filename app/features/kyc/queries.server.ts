import { asc, count, desc, eq } from 'drizzle-orm';
import { file, kyc, user } from '#drizzle/schema';
import { type Handle, read } from '~/platform/db/index.server';
import { PAGE_SIZE, type QueueView } from '~/platform/form/queue';

/** The papers that somebody sent last, or null. */
export async function latestKyc(handle: Handle, userId: string): Promise<typeof kyc.$inferSelect | null> {
  const [found] = await handle
    .select()
    .from(kyc)
    .where(eq(kyc.userId, userId))
    .orderBy(desc(kyc.submittedAt), desc(kyc.id))
    .limit(1);
  return found ?? null;
}

/** Papers for an administrator: those to be decided, the oldest first, or all, the newest first. */
export async function kycQueue({ show, page }: QueueView) {
  const wanted = show === 'waiting' ? eq(kyc.status, 'submitted') : undefined;
  const order = show === 'waiting' ? asc : desc;
  const rows = await read()
    .select({
      papers: kyc,
      document: { id: file.id, name: file.name, type: file.type },
      owner: { id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email },
    })
    .from(kyc)
    .innerJoin(user, eq(user.id, kyc.userId))
    .leftJoin(file, eq(file.id, kyc.documentFileId))
    .where(wanted)
    .orderBy(order(kyc.submittedAt), order(kyc.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  const [counted] = await read().select({ total: count() }).from(kyc).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}
