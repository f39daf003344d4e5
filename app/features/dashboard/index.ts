export { unreadCount, unreadNews } from './notifications.server';
