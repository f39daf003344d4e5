export const MAX_THREAD_SUBJECT_LENGTH = 120;
export const LONGEST_MESSAGE = 4_000;

/** Messages of one matter, at most: all of them stand on its page. */
export const MOST_MESSAGES = 100;
