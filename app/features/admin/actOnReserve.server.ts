import { type Confirm, onceForm } from '~/platform/form/submission.server';
import type { Administrator } from '~/platform/session.server';
import { byAdmin } from '~/platform/states';
import { performPreviewed } from './perform.server';
import { RESERVE_STEPS, type ReserveStep, reserveSchema } from './schema';

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
