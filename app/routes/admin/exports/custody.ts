import { CUSTODY_COLUMNS, streamCustodyRows } from '~/features/money/reconciliation/days.server';
import { admin } from '~/web/guard/index.server';
import { respondWithListFile } from '~/web/listFile.server';

export const loader = admin.loader('books:read', (context) =>
  respondWithListFile('custody', CUSTODY_COLUMNS, streamCustodyRows, context),
);
