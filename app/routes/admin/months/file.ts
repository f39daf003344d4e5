import { MONTH_FILES } from '~/features/books/months/monthFiles.server';
import { monthField } from '~/features/books/months/schema';
import { csvFile } from '~/web/csv.server';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';

/** A file of a month, also of one that is not closed: then it is of this moment. */
export const loader = admin.loader('books:read', async ({ params }) => {
  const month = monthField.safeParse(params.month);
  const file = Object.entries(MONTH_FILES).find(([name]) => `${name}.csv` === params.file)?.[1];
  if (!month.success || !file) throw data('There is no such file.', { status: 404 });
  const { columns, lines } = file(month.data);
  return csvFile(`${params.file?.replace('.csv', '')}-${month.data}`, columns, lines);
});
