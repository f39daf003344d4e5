export { accountsWithWaitingProfits, payWaitingProfits, type Settling, settle } from './settle.server';
