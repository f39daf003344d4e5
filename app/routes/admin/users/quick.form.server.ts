import { mailResetLink } from '~/features/users/mailResetLink.server';
import { type QuickIntent, userIdSchema, verifiedSchema } from '~/features/users/schema';
import { setVerified } from '~/features/users/setVerified.server';
import { write } from '~/platform/db/index.server';
import type { Actor } from '~/platform/states';
import { submission } from '~/web/form/submission.server';
import { redirectWithToast } from '~/web/toast.server';

/** The small forms that stand in a user's row and on a user's page: the verified flag, and the mailed reset link. */
export async function quickAct(by: Actor, intent: QuickIntent, form: FormData, back: string) {
  if (intent === 'reset') {
    const sent = await submission(form, userIdSchema);
    if (!sent.ok) return sent.refused;
    const mailed = await write((tx) => mailResetLink(tx, by, sent.value.id));
    if (!mailed.ok) return sent.refuse(mailed.error);
    return await redirectWithToast(back, { tone: 'success', text: 'password reset link sent to Email!' });
  }
  const sent = await submission(form, verifiedSchema);
  if (!sent.ok) return sent.refused;
  const verified = sent.value.verified === 'on';
  const set = await write((tx) => setVerified(tx, by, { userId: sent.value.id, verified }));
  if (!set.ok) return sent.refuse(set.error);
  const text = `Live trading is ${verified ? 'unlocked' : 'locked'} for ${set.value.email}`;
  return await redirectWithToast(back, { tone: 'success', text });
}
