export const FROZEN = 'Frozen';
export const SHARED_WALLET = 'Shared wallet';
export const NEW_WALLET = 'New wallet';
/** A deposit of theirs was charged back, and its money is spent. */
export const DEBT_RISK = 'Owes money';
