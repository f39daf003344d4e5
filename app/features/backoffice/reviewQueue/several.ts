/** Intent and ID of the form for all ticked entries; their checkboxes refer to it. */
export const TICKED_ENTRIES_INTENT = 'several';

/** Intent and ID of the form for the entries of a pasted list. */
export const PASTED_LIST_INTENT = 'listed';
