import { MONTH_FILES } from '~/features/money/books/months/monthFiles.server';
import { monthField } from '~/features/money/books/months/schema';
import { admin } from '~/web/guard/index.server';
import { respondWithListFile } from '~/web/listFile.server';
import { data } from '~/web/responses.server';

/** Serves the report of a month as a file. A month that is not closed yet has its current figures. */
export const loader = admin.loader('books:read', async (context) => {
  const { params } = context;
  const month = monthField.safeParse(params.month);
  const [name, file] = Object.entries(MONTH_FILES).find(([each]) => `${each}.csv` === params.file) ?? [];
  if (!month.success || !file) throw data('There is no such file.', { status: 404 });
  const { columns, lines } = file(month.data);
  return respondWithListFile(`${name}-${month.data}`, columns, () => lines, context);
});
