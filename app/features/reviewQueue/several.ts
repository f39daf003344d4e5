/** The `_intent` of the form that decides about all ticked entries, and the form's id, which their boxes refer to. */
export const SEVERAL = 'several';
