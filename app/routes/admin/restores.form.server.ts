import { decisionSchema } from '~/features/reviewQueue';
import { queueView } from '~/features/reviewQueue/view';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { RESTORED, RESTORED_ACTS } from '~/features/wallet/restored/restoredActs.server';
import type { AdminContext } from '~/web/guard/index.server';
import { actForm } from './confirmedForm.server';
import { decide } from './decide.server';

export const goOnForm = actForm({
  operation: 'restored-go-on',
  schema: decisionSchema,
  act: RESTORED_ACTS['restored-go-on'],
  input: (asked) => asked,
  to: RESTORED.path,
  refusesAgain: true,
});

type AdminPost = AdminContext & { form: FormData };

const ofRow = ({ form, ...context }: AdminPost) =>
  decide(RESTORED, form, context.administrator.id, queueView(context.url.searchParams), confirming(context));

export const RESTORE_FORMS = {
  'found-unpaid': ofRow,
  'found-paid': ofRow,
  'go-on': (context: AdminPost) => goOnForm.post({ ...context, confirm: confirming(context) }, undefined),
};
