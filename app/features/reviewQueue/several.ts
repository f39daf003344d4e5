/** What the form asks for that decides about all entries that are ticked; its id, too, with which their boxes are sent. */
export const SEVERAL = 'several';
