import { AUDIT_COLUMNS, auditLines } from '~/features/backoffice/auditLog/logs.server';
import { exportList } from '../exportList.server';

export const loader = exportList('events:read', 'audit', AUDIT_COLUMNS, auditLines);
