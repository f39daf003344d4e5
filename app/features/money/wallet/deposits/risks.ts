/** The picture or the transaction ID came with another deposit as well. */
export const SAME_PROOF = 'Same proof';
export const NO_PROOF = 'No proof';
