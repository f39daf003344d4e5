import { CLOSE_MONTH } from '~/features/money/books/months/closeMonth.server';
import { closeMonthSchema } from '~/features/money/books/months/schema';
import { createActForm } from '../adminForms.server';

export const closeMonthForm = createActForm({
  schema: closeMonthSchema,
  act: CLOSE_MONTH,
  input: (input) => input,
  to: '/admin/books/months',
});
