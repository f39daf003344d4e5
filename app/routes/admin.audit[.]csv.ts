import { AUDIT_COLUMNS, auditLines } from '~/features/admin/logs.server';
import { csvFile } from '~/platform/csv.server';
import { admin } from '~/platform/guard/index.server';

/** The audit log as the page's filters have it, to take along. */
export const loader = admin.loader(async ({ url }) => csvFile('audit', AUDIT_COLUMNS, auditLines(url.searchParams)));
