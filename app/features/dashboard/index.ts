export { unreadCount } from './notifications.server';
