/** Intent and id of the form for all ticked entries; their boxes refer to it. */
export const SEVERAL = 'several';
