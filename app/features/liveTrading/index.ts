export { activeAccounts, lookAtAccount, lookAtSome, ownTradingJobs } from './jobs.server';
export { actOnAccount, type Market, otherFeed } from './ownAccount.server';
export { contractNamed, misplaced, readPrice, readSize } from './rules';
export { windDown } from './windDown.server';
