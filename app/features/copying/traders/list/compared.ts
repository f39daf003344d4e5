/** Most traders that are compared, as many as fit side by side on a phone. */
export const MOST_COMPARED = 3;

export const COMPARED = 'two or three traders';
