import { findCopyLocks } from '~/features/copying/copy/copyLocks.server';
import { formatDaySpread } from '~/features/copying/copy/daySpread';
import { agreeShare } from '~/features/copying/copy/lifecycle/agreeShare.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { limitDaySpread } from '~/features/copying/copy/lifecycle/limitDaySpread.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { formatStopMessage, stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { copyAmountSchema, copySchema, daySpreadSchema, shareSchema } from '~/features/copying/copy/schema';
import { formatBps } from '~/ledger/money';
import { write } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { createInvestorForm } from '~/web/form/moneyForm.server';
import { parseSubmission } from '~/web/form/submission.server';

const createCopyOutcome = (id: string, text: string) =>
  ({ to: `/usercopytrade/${id}`, toast: { tone: 'success', text } }) as const;

const lockCopy = ({ id }: { id: string }, { user }: InvestorPost) => findCopyLocks(user.id, id);

export const COPY_FORMS = {
  'top-up': createInvestorForm({
    operation: 'copy:top-up',
    schema: copyAmountSchema,
    locks: lockCopy,
    run: (tx, input, { user }) => topUpCopy(tx, user, input),
    next: ({ id }) => createCopyOutcome(id, 'The copy was topped up.'),
  }),
  reduce: createInvestorForm({
    operation: 'copy:reduce',
    schema: copyAmountSchema,
    locks: lockCopy,
    run: (tx, input, { user }) => reduceCopy(tx, user, input),
    next: ({ id, due }) =>
      createCopyOutcome(
        id,
        due ? `The amount leaves the copy by ${due}.` : 'Taken out. The amount is available again.',
      ),
  }),
  stop: createInvestorForm({
    operation: 'copy:stop',
    schema: copySchema,
    locks: lockCopy,
    run: (tx, { id }, { user }) => stopCopy(tx, user, id),
    refusesRepetition: true,
    next: (ended) => createCopyOutcome(ended.id, formatStopMessage(ended)),
  }),
  'agree-share': createInvestorForm({
    operation: 'copy:agree-share',
    schema: shareSchema,
    locks: lockCopy,
    run: (tx, input, { user }) => agreeShare(tx, user, input),
    refusesRepetition: true,
    next: ({ id, shareBps }) => createCopyOutcome(id, `The trader’s share of this copy is now ${formatBps(shareBps)}.`),
  }),
};

async function setDaySpread({ user, form }: InvestorPost) {
  const sent = await parseSubmission(form, daySpreadSchema);
  if (!sent.ok) return sent.refused;
  const set = await write((tx) => limitDaySpread(tx, user, sent.value), await findCopyLocks(user.id, sent.value.id));
  if (!set.ok) return sent.refuse(set.error);
  const text = `Daily spread limit set to ${formatDaySpread(sent.value.daySpreadBps)}.`;
  return await redirectWithToast(`/usercopytrade/${sent.value.id}`, { tone: 'success', text });
}

type InvestorPost = { user: User; form: FormData };

const pausedText = (hasPositions: boolean): string =>
  hasPositions
    ? 'Paused. No positions are opened until you resume it. Open positions continue, and close when the trader closes them.'
    : 'Paused. This copy gets no results until you resume it.';

const createStateAction =
  (use: typeof pauseCopy, text: (hasPositions: boolean) => string) =>
  async ({ user, form }: InvestorPost) => {
    const sent = await parseSubmission(form, copySchema);
    if (!sent.ok) return sent.refused;
    const changed = await write((tx) => use(tx, user, sent.value.id), await findCopyLocks(user.id, sent.value.id));
    if (!changed.ok) return sent.refuse(changed.error);
    return await redirectWithToast(`/usercopytrade/${sent.value.id}`, {
      tone: 'success',
      text: text(changed.value.hasPositions),
    });
  };

export const COPY_ACTIONS = {
  'top-up': COPY_FORMS['top-up'].post,
  reduce: COPY_FORMS.reduce.post,
  stop: COPY_FORMS.stop.post,
  'agree-share': COPY_FORMS['agree-share'].post,
  pause: createStateAction(pauseCopy, pausedText),
  'limit-day-spread': setDaySpread,
  resume: createStateAction(resumeCopy, () => 'Copying again.'),
};
