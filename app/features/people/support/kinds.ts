import type { SUPPORT_KINDS } from '#drizzle/schema';

export type SupportKind = (typeof SUPPORT_KINDS)[number];

export const SUPPORT_KIND_NAMES: Record<SupportKind, string> = {
  question: 'A question',
  report: 'A security report: something is wrong or looks dishonest',
  complaint: 'A complaint, answered by a set date',
};

export const KIND_WORDS: Record<SupportKind, string> = {
  question: 'Question',
  report: 'Security report',
  complaint: 'Complaint',
};

export const { report: REPORT, complaint: COMPLAINT } = KIND_WORDS;
