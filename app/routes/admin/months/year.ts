import { yearFile } from '~/features/books/months/monthFiles.server';
import { csvFile } from '~/web/csv.server';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';

/** What each user realised in a year. */
export const loader = admin.loader('books:read', async ({ params }) => {
  const [, year] = /^(20\d\d)\.csv$/.exec(params.year ?? '') ?? [];
  if (!year) throw data('There is no such year.', { status: 404 });
  const { columns, lines } = yearFile(year);
  return csvFile(`results-${year}`, columns, lines);
});
