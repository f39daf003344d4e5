export const FROZEN = 'Frozen';
export const SHARED_WALLET = 'Shared wallet';
export const NEW_WALLET = 'New wallet';
