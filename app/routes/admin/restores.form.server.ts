import { decisionSchema, parseQueueView } from '~/features/backoffice/reviewQueue/view';
import { RESTORED_ACTS, RESTORED_PAYMENT_QUEUE } from '~/features/money/wallet/restored/restoredActs.server';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { type AdminPost, createActForm } from './adminForms.server';
import { decide } from './decide.server';

export const resumeForm = createActForm({
  schema: decisionSchema,
  act: RESTORED_ACTS['restored-go-on'],
  input: (input) => input,
  to: RESTORED_PAYMENT_QUEUE.path,
  refusesRepetition: true,
});

const decideRow = ({ form, ...context }: AdminPost) =>
  decide(
    RESTORED_PAYMENT_QUEUE,
    form,
    context.administrator.id,
    parseQueueView(context.url.searchParams),
    createConfirm(context),
  );

export const RESTORE_FORMS = {
  'found-unpaid': decideRow,
  'found-paid': decideRow,
  'approve-request': decideRow,
  'reject-request': decideRow,
  'withdraw-request': decideRow,
  'go-on': resumeForm.action(),
};
