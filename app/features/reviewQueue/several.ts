/** The `_intent` of the form that decides on all ticked entries. It is also the form's id, to which their boxes refer. */
export const SEVERAL = 'several';
