import type { SUPPORT_KINDS } from '#drizzle/schema';

export type SupportKind = (typeof SUPPORT_KINDS)[number];

export const SUPPORT_KIND_NAMES: Record<SupportKind, string> = {
  question: 'Question',
  report: 'Security report',
  complaint: 'Complaint',
};

/** Purpose of each kind, shown where a user chooses one. */
export const SUPPORT_KIND_PURPOSES: Record<SupportKind, string> = {
  question: 'About your account or the product',
  report: 'Something is wrong or seems dishonest',
  complaint: 'Answered by a fixed date',
};

export const { report: REPORT, complaint: COMPLAINT } = SUPPORT_KIND_NAMES;
