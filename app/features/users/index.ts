export { openUser } from '~/signIns/acting.server';
export { creditGoodwill, debitUser, upgradeProfit } from './moveBalance.server';
export { creditSchema, moneyActSchema, payOutSchema, reopenSchema } from './schema';
export { setVerified } from './setVerified.server';
