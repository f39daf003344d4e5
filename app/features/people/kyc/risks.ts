export const SAME_DOCUMENT_LABEL = 'Same document';
