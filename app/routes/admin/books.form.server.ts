import { RESERVE_ACTS } from '~/features/money/books/reserveActs.server';
import { RESERVE_OPERATIONS, type ReserveStep, reserveSchema } from '~/features/money/books/schema';
import { createActForm } from './adminForms.server';

/** Returns the step whose form the URL opens, such as `?do=fund`; null if there is none. */
export const parseReserveStep = (query: URLSearchParams): ReserveStep | null =>
  RESERVE_OPERATIONS.find((step) => step === query.get('do')) ?? null;

export const reserveForm = createActForm({
  schema: reserveSchema,
  act: (step: ReserveStep) => RESERVE_ACTS[`reserve-${step}`],
  input: (input) => input,
  to: '/admin/books',
});
