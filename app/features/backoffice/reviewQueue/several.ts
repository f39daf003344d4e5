/** Intent and ID of the form for all ticked entries; their checkboxes refer to it. */
export const SEVERAL = 'several';

/** Intent and ID of the form for the entries of a pasted list. */
export const LISTED = 'listed';
