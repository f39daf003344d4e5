import { streamStatementRows } from '~/features/money/statements/queries.server';
import { STATEMENT_COLUMNS } from '~/features/money/statements/rules';
import { respondWithCsv } from '~/web/csv.server';
import { investor } from '~/web/guard/index.server';

export const loader = investor.loader(async ({ user, url }) =>
  respondWithCsv('statement', STATEMENT_COLUMNS, streamStatementRows(user, url.searchParams)),
);
