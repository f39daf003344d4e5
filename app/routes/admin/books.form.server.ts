import { RESERVE_STEPS, type ReserveStep, reserveSchema } from '~/features/books/schema';
import { previewedForm } from './confirmedForm.server';

/** The form that the address opens: `?do=fund`. */
export const reserveStep = (query: URLSearchParams): ReserveStep | null =>
  RESERVE_STEPS.find((step) => step === query.get('do')) ?? null;

/** What an administrator does with the reserves; the form is about one of the steps. */
export const reserveForm = previewedForm({
  operation: (step: ReserveStep) => `reserve:${step}`,
  schema: reserveSchema,
  act: (step) => `reserve-${step}` as const,
  input: (asked) => asked,
  to: '/admin/books',
});
