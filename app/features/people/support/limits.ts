export const MAX_THREAD_SUBJECT_LENGTH = 120;
export const MAX_MESSAGE_LENGTH = 4_000;

/** Largest number of messages in a thread, since its page shows all. */
export const MAX_THREAD_MESSAGES = 100;

export const MAX_SAVED_REPLIES = 100;
