import { agreeShare } from '~/features/copy/agreeShare.server';
import { reduceCopy, topUpCopy } from '~/features/copy/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copy/pauseCopy.server';
import { copyAmountSchema, copySchema, shareSchema } from '~/features/copy/schema';
import { stopCopy, stoppedText } from '~/features/copy/stopCopy.server';
import { formatBps } from '~/ledger/money';
import { write } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { onceForm, submission } from '~/web/form/submission.server';
import { newKey } from '~/web/idempotency.server';
import { redirectWithToast } from '~/web/toast.server';

const BACK = '/usercopytrade';

const MONEY = {
  'top-up': { use: topUpCopy, text: () => 'The copy was topped up.' },
  reduce: {
    use: reduceCopy,
    text: (due?: string) =>
      due ? `The amount leaves the copy by ${due}.` : 'Taken out. The amount is available again.',
  },
};

const operationOf = (what: string) => `copy:${what}`;

/** A key for a form that moves money of a copy. */
export const copyKey = (user: User, what: keyof typeof MONEY | 'stop' | 'agree-share') =>
  newKey(user.id, operationOf(what));

/** What the forms of a copy can ask for. */
export const COPY_INTENTS = ['top-up', 'reduce', 'stop', 'agree-share', 'pause', 'resume'] as const;
type CopyIntent = (typeof COPY_INTENTS)[number];

/** What an investor does with a copy of theirs, by the form's intent; refusals are shown on the page of the copies. */
export async function actOnCopy(user: User, what: CopyIntent, form: FormData) {
  if (what === 'top-up' || what === 'reduce') {
    const { use, text } = MONEY[what];
    return await onceForm(form, {
      scope: user.id,
      operation: operationOf(what),
      schema: copyAmountSchema,
      run: (tx, asked) => use(tx, user, asked),
      next: ({ due }) => ({ to: BACK, toast: { tone: 'success', text: text(due) } }),
    });
  }
  if (what === 'stop') {
    return await onceForm(form, {
      scope: user.id,
      operation: operationOf(what),
      schema: copySchema,
      run: (tx, { id }) => stopCopy(tx, user, id),
      refusesAgain: true,
      next: (ended) => ({ to: BACK, toast: { tone: 'success', text: stoppedText(ended) } }),
    });
  }
  if (what === 'agree-share') {
    return await onceForm(form, {
      scope: user.id,
      operation: operationOf(what),
      schema: shareSchema,
      run: (tx, asked) => agreeShare(tx, user, asked),
      refusesAgain: true,
      next: ({ shareBps }) => ({
        to: BACK,
        toast: { tone: 'success', text: `Agreed: the leader’s share of this copy is ${formatBps(shareBps)} now.` },
      }),
    });
  }
  const sent = await submission(form, copySchema);
  if (!sent.ok) return sent.refused;
  const [use, text] =
    what === 'pause' ? [pauseCopy, 'Paused. Results pass this copy by.'] : [resumeCopy, 'Copying again.'];
  const changed = await write((tx) => use(tx, user, sent.value.id));
  if (!changed.ok) return sent.refuse(changed.error);
  return await redirectWithToast(BACK, { tone: 'success', text });
}
