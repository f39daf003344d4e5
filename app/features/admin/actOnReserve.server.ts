import { data } from '@remix-run/node';
import { formatUsd } from '~/ledger/money';
import { type Confirm, onceForm } from '~/platform/form/submission.server';
import { done } from '~/platform/result';
import type { Administrator } from '~/platform/session.server';
import { byAdmin } from '~/platform/states';
import { fundReserve, shiftReserve, takeBackReserve } from './reserves.server';
import { otherReserve, RESERVE_STEPS, type ReserveName, type ReserveStep, reserveSchema } from './schema';

/** The form that the address opens: `?do=fund`. */
export const reserveStep = (query: URLSearchParams): ReserveStep | null =>
  RESERVE_STEPS.find((step) => step === query.get('do')) ?? null;

const USE_CASES = { fund: fundReserve, 'take-back': takeBackReserve, shift: shiftReserve };

const SAID: Record<ReserveStep, (amount: string, name: ReserveName) => string> = {
  fund: (amount, name) => `${amount} put into the ${name} reserve`,
  'take-back': (amount, name) => `${amount} taken back from the ${name} reserve`,
  shift: (amount, name) => `${amount} moved from the ${name} to the ${otherReserve(name)} reserve`,
};

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
    run: async (tx, act) => {
      const moved = await USE_CASES[step](tx, byAdmin(administrator.id), act);
      if (!moved.ok) return moved;
      return done({ ...moved.value, said: SAID[step](formatUsd(act.amount), act.reserve) });
    },
    next: ({ said }) => ({ to: '/admin/books', toast: { tone: 'success', text: said } }),
  });
}
