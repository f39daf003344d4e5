import { statementRows } from '~/features/statements/queries.server';
import { csvFile } from '~/platform/csv.server';
import { investor } from '~/platform/guard/index.server';

/** The statement of the period that the address names, to take along. */
export const loader = investor.loader(async ({ user, url }) =>
  csvFile('statement', statementRows(user, url.searchParams)),
);
