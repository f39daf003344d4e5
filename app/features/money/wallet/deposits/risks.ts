/** Another deposit has the same picture or transaction ID. */
export const SAME_PROOF = 'Same proof';
export const NO_PROOF = 'No proof';
