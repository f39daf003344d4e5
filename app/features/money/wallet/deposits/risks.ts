/** Label of a deposit whose picture or transaction ID was also sent with another deposit. */
export const SAME_PROOF = 'Same proof';
export const NO_PROOF = 'No proof';
