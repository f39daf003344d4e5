/** Largest number of traders to compare: as many as fit side by side on a phone. */
export const MAX_COMPARED_TRADERS = 3;

export const COMPARED_COUNT_TEXT = 'two or three traders';
