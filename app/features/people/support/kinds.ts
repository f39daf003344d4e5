import type { SUPPORT_KINDS } from '#drizzle/schema';

export type SupportKind = (typeof SUPPORT_KINDS)[number];

export const KIND_WORDS: Record<SupportKind, string> = {
  question: 'Question',
  report: 'Security report',
  complaint: 'Complaint',
};

/** Purpose of each kind, shown where a user chooses one. */
export const KIND_USES: Record<SupportKind, string> = {
  question: 'About your account or the product',
  report: 'Something is wrong or looks dishonest',
  complaint: 'Answered by a set date',
};

export const { report: REPORT, complaint: COMPLAINT } = KIND_WORDS;
