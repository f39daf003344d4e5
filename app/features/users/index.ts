export { creditGoodwill, debitUser, openUser, upgradeProfit } from './moveBalance.server';
export { creditSchema, moneyActSchema, payOutSchema, reopenSchema } from './schema';
export { setVerified } from './setVerified.server';
