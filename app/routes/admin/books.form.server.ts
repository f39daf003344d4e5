import { performPreviewed } from '~/features/approvals/perform.server';
import { RESERVE_STEPS, type ReserveStep, reserveSchema } from '~/features/books/schema';
import { byAdmin } from '~/platform/states';
import { adminForm } from '~/web/form/moneyForm.server';

/** The form that the address opens: `?do=fund`. */
export const reserveStep = (query: URLSearchParams): ReserveStep | null =>
  RESERVE_STEPS.find((step) => step === query.get('do')) ?? null;

/** What an administrator does with the reserves; the form is about one of the steps. */
export const reserveForm = adminForm({
  operation: (step: ReserveStep) => `reserve:${step}`,
  schema: reserveSchema,
  confirm: ({ confirm }) => confirm,
  previews: true,
  run: (tx, act, { administrator, about: step, shown }) =>
    performPreviewed(tx, byAdmin(administrator.id), `reserve-${step}`, act, shown),
  next: ({ said }) => ({ to: '/admin/books', toast: { tone: 'success', text: said } }),
});
