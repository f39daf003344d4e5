import { decisionSchema, queueView } from '~/features/backoffice/reviewQueue/view';
import { RESTORED, RESTORED_ACTS } from '~/features/money/wallet/restored/restoredActs.server';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { type AdminPost, actForm } from './adminForms.server';
import { decide } from './decide.server';

export const goOnForm = actForm({
  schema: decisionSchema,
  act: RESTORED_ACTS['restored-go-on'],
  input: (asked) => asked,
  to: RESTORED.path,
  refusesRepetition: true,
});

const ofRow = ({ form, ...context }: AdminPost) =>
  decide(RESTORED, form, context.administrator.id, queueView(context.url.searchParams), createConfirm(context));

export const RESTORE_FORMS = {
  'found-unpaid': ofRow,
  'found-paid': ofRow,
  'approve-request': ofRow,
  'reject-request': ofRow,
  'withdraw-request': ofRow,
  'go-on': goOnForm.action(),
};
