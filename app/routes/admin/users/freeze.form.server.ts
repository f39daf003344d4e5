import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { freezeAccount, freezeSchema } from '~/features/auth';
import { done, type Result } from '~/platform/result';
import type { Administrator } from '~/platform/signIns/session.server';
import { byAdmin } from '~/platform/states';
import { type Confirm, onceForm } from '~/web/form/submission.server';

/** What the forms of the page can ask for. */
export const FREEZE_INTENTS = ['freeze', 'unfreeze'] as const;
type FreezeIntent = (typeof FREEZE_INTENTS)[number];

/** What a key on the page is for: one of the two on one user. */
export const freezeOperation = (intent: FreezeIntent, userId: string): string => `${intent}:${userId}`;

/** Freezes an account at once; unfreezes it as the policy says. */
export const actOnFreeze = (
  acting: { administrator: Administrator; userId: string; intent: FreezeIntent; confirm: Confirm },
  form: FormData,
) => {
  const { administrator, userId, intent, confirm } = acting;
  const by = byAdmin(administrator.id);
  return onceForm(form, {
    scope: administrator.id,
    operation: freezeOperation(intent, userId),
    schema: freezeSchema,
    confirm,
    previews: intent === 'unfreeze',
    run: async (tx, { reason }, shown): Promise<Result<Performed>> => {
      if (intent === 'unfreeze') return await performPreviewed(tx, by, 'account-unfreeze', { userId, reason }, shown);
      const frozen = await freezeAccount(tx, by, { userId, reason });
      return frozen.ok ? done({ said: 'The account is frozen, and its owner was told' }) : frozen;
    },
    refusesAgain: true,
    next: ({ said }) => ({ to: `/admin/users/${userId}`, toast: { tone: 'success', text: said } }),
  });
};
