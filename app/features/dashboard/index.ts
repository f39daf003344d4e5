export { hasNoMoneyYet } from './firstDeposit';
export { unreadCount, unreadNews } from './notifications.server';
