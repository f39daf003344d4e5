import { data } from '@remix-run/node';
import { type Confirm, onceForm } from '~/platform/form/submission.server';
import type { Administrator } from '~/platform/session.server';
import { byAdmin } from '~/platform/states';
import { perform } from './perform.server';
import { RESERVE_STEPS, type ReserveStep, reserveSchema } from './schema';

/** The form that the address opens: `?do=fund`. */
export const reserveStep = (query: URLSearchParams): ReserveStep | null =>
  RESERVE_STEPS.find((step) => step === query.get('do')) ?? null;

/** Does what the form at this address asks of the reserves, once. */
export async function actOnReserve(
  { administrator, query, confirm }: { administrator: Administrator; query: URLSearchParams; confirm: Confirm },
  form: FormData,
) {
  const step = reserveStep(query);
  if (!step) throw data('There is no such form.', { status: 400 });
  return await onceForm(form, {
    scope: administrator.id,
    operation: `reserve:${step}`,
    schema: reserveSchema,
    confirm,
    run: (tx, act) => perform(tx, byAdmin(administrator.id), `reserve-${step}`, act),
    next: ({ said }) => ({ to: '/admin/books', toast: { tone: 'success', text: said } }),
  });
}
