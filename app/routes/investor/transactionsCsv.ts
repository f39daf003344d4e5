import { statementRows } from '~/features/money/statements/queries.server';
import { STATEMENT_COLUMNS } from '~/features/money/statements/rules';
import { csvFile } from '~/web/csv.server';
import { investor } from '~/web/guard/index.server';

export const loader = investor.loader(async ({ user, url }) =>
  csvFile('statement', STATEMENT_COLUMNS, statementRows(user, url.searchParams)),
);
