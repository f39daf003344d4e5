import { performPreviewed } from '~/features/approvals/perform.server';
import { RESERVE_STEPS, type ReserveStep, reserveSchema } from '~/features/books/schema';
import type { Administrator } from '~/platform/signIns/session.server';
import { byAdmin } from '~/platform/states';
import { type Confirm, onceForm } from '~/web/form/submission.server';

/** The form that the address opens: `?do=fund`. */
export const reserveStep = (query: URLSearchParams): ReserveStep | null =>
  RESERVE_STEPS.find((step) => step === query.get('do')) ?? null;

/** Does what a form asks of the reserves, once. */
export async function actOnReserve(
  { administrator, step, confirm }: { administrator: Administrator; step: ReserveStep; confirm: Confirm },
  form: FormData,
) {
  return await onceForm(form, {
    scope: administrator.id,
    operation: `reserve:${step}`,
    schema: reserveSchema,
    confirm,
    previews: true,
    run: (tx, act, shown) => performPreviewed(tx, byAdmin(administrator.id), `reserve-${step}`, act, shown),
    next: ({ said }) => ({ to: '/admin/books', toast: { tone: 'success', text: said } }),
  });
}
