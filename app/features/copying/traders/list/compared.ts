/** Most traders that are compared, as many as fit side by side on a phone. */
export const MAX_COMPARED_TRADERS = 3;

export const COMPARED = 'two or three traders';
