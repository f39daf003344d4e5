import { type Performed, performIfShown } from '~/features/backoffice/approvals/perform.server';
import { deriveSignalKey, revokeKey } from '~/features/copying/signals/keys.server';
import { signalKeySchema } from '~/features/copying/signals/schema';
import { SIGNAL_KEY_ACTS } from '~/features/copying/signals/signalActs.server';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { hashSecret } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import type { Administrator } from '~/signIns/session.server';
import { type Confirm, runFormOnce } from '~/web/form/submission.server';
import { type AdminPost, createKeylessFormAction } from './adminForms.server';

export const signalKeyOperation = (traderId: string): string => `signal-key:${traderId}`;

type KeyIssue = { administrator: Pick<Administrator, 'id'>; traderId: string; confirm: Confirm };

/** Issues a trader's key and shows it once; in live mode requests a second administrator. A repeated post returns the same key. */
export async function issueSignalKey({ administrator, traderId, confirm }: KeyIssue, form: FormData) {
  const by = createAdminActor(administrator.id);
  const key = deriveSignalKey(String(form.get('_key')));
  let outcome: Performed | null = null;
  const answer = await runFormOnce(form, {
    scope: administrator.id,
    operation: signalKeyOperation(traderId),
    schema: signalKeySchema,
    confirm,
    hasPreview: true,
    run: (tx, { trader }, shown) =>
      performIfShown(tx, by, SIGNAL_KEY_ACTS['signal-key'], { trader, hash: hashSecret(key) }, shown),
    next: (performed) => {
      outcome = performed;
      return { to: '/admin/signals', toast: { tone: 'success', text: performed.toast } };
    },
  });
  return outcome ? { issued: { key, toast: (outcome as Performed).toast } } : answer;
}

/** Actions of the signals page, by intent. The URL of a form names its trader. */
export const SIGNAL_ACTIONS = {
  'give-key': ({ form, ...context }: AdminPost) => {
    const traderId = context.url.searchParams.get('key') ?? '';
    return issueSignalKey({ administrator: context.administrator, traderId, confirm: createConfirm(context) }, form);
  },
  'revoke-key': createKeylessFormAction(
    signalKeySchema,
    (tx, by, { trader }) => revokeKey(tx, by, trader),
    ({ name }) => `The key of ${name} no longer works`,
    '/admin/signals',
  ),
};
