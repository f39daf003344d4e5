import { AUDIT_COLUMNS, auditLines } from '~/features/auditLog/logs.server';
import { csvFile } from '~/web/csv.server';
import { admin } from '~/web/guard/index.server';

/** The audit log as the page's filters have it, to take along. */
export const loader = admin.loader('events:read', async ({ url }) =>
  csvFile('audit', AUDIT_COLUMNS, auditLines(url.searchParams)),
);
