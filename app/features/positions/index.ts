export { tradingPrices } from './prices.server';
export { accountsWithWaitingProfits, payWaitingProfits, type Settling, settle } from './settle.server';
