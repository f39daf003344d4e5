export const FROZEN_ACCOUNT_RISK = 'Frozen';
export const SHARED_WALLET = 'Shared wallet';
export const NEW_WALLET = 'New wallet';
/** Label of a user who has spent the money of a charged-back deposit. */
export const DEBT_RISK = 'Owes money';
