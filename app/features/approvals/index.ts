export { isWaiting } from './waitingApprovals.server';
