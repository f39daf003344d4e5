import { MAIL_COLUMNS, mailLines } from '~/features/backoffice/admin/outbox.server';
import { exportList } from '../exportList.server';

export const loader = exportList('mails:read', 'outbox', MAIL_COLUMNS, mailLines);
