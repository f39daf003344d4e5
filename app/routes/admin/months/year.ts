import { createAnnualResultsFile } from '~/features/money/books/months/monthFiles.server';
import { admin } from '~/web/guard/index.server';
import { respondWithListFile } from '~/web/listFile.server';
import { data } from '~/web/responses.server';

export const loader = admin.loader('books:read', async (context) => {
  const [, year] = /^(20\d\d)\.csv$/.exec(context.params.year ?? '') ?? [];
  if (!year) throw data('There is no such year.', { status: 404 });
  const { columns, lines } = createAnnualResultsFile(year);
  return respondWithListFile(`results-${year}`, columns, () => lines, context);
});
