import { administrator, user } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { mailRecoveryCodeSpent } from './mail.server';
import { recoveryCodesLeft } from './recoveryCodes.server';

/** Mails the owner that a recovery code was used, so that a thief does not use them unseen. */
export async function notifyRecoveryCodeSpent(tx: Handle, subjectId: string): Promise<void> {
  const [investor] = await verified(tx, user, { id: subjectId });
  const [admin] = await verified(tx, administrator, { id: subjectId });
  const owner = investor ?? admin;
  if (!owner) throw new Error(`Recovery codes of ${subjectId} have no owner`);
  const left = await recoveryCodesLeft(tx, subjectId);
  const by = { kind: investor ? 'investor' : 'admin', id: subjectId } as const;
  const happened = { thing: 'two-factor', thingId: subjectId, event: 'spend-recovery-code', by };
  await record(tx, { ...happened, userId: investor ? subjectId : null, details: { left: String(left) } });
  await mailRecoveryCodeSpent(tx, owner.email, left, investor ? '/settings/security' : '/admin/security');
}
