export const SAME_DOCUMENT = 'Same document';
