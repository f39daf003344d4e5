export { activeAccounts, lookAtAccount, lookAtSome, ownTradingJobs } from './jobs.server';
export { putIntoTrading } from './moneyInTrading.server';
export { actOnAccount, carryOwn, isDue, type Market, otherFeed } from './ownAccount.server';
export { closeOwnPosition, giveOrder } from './ownOrders.server';
export { ownEquity } from './ownView.server';
export { contractNamed, misplaced, readPrice, readSize } from './rules';
export { setLiveTrading, wasLocked } from './setLiveTrading.server';
export { windDown } from './windDown.server';
