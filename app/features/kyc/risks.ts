/** What the queue of papers calls a document that other users have sent as well. */
export const SAME_DOCUMENT = 'Same document';
