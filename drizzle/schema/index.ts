/* Every table of the database, by subject. */

export * from './approvals';
export * from './bonuses';
export * from './books';
export * from './copying';
export * from './ledger';
export * from './people';
export * from './plans';
export * from './platform';
export * from './proposals';
export * from './quotes';
export * from './reconciliation';
export * from './signals';
export * from './support';
export * from './traders';
export * from './trading';
export * from './wallet';
export * from './webhooks';
