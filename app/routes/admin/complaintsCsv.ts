import { COMPLAINT_COLUMNS, complaintLines } from '~/features/support/queries.server';
import { csvFile } from '~/web/csv.server';
import { admin } from '~/web/guard/index.server';

/** Every complaint with its dates, to take along. */
export const loader = admin.loader('support:read', async () =>
  csvFile('complaints', COMPLAINT_COLUMNS, complaintLines()),
);
