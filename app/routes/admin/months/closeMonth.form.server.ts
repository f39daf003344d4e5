import { CLOSE_MONTH } from '~/features/money/books/months/closeMonth.server';
import { closeMonthSchema } from '~/features/money/books/months/schema';
import { actForm } from '../confirmedForm.server';

export const closeMonthForm = actForm({
  operation: 'close-month',
  schema: closeMonthSchema,
  act: CLOSE_MONTH,
  input: (asked) => asked,
  to: '/admin/books/months',
});
