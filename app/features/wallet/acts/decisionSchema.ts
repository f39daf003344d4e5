import { decisionLine, decisionSchema } from '~/features/reviewQueue';
import { usdField } from '~/ledger/usdField';
import { line } from '~/platform/fields/line';

/** What an administrator decides about one deposit or withdrawal. */
export const receivedSchema = decisionSchema.extend({
  received: usdField('only numbers are accepted'),
  /** Wanted where it differs from what was stated. */
  reason: line(300).optional(),
});
export const referenceSchema = decisionSchema.extend({
  reference: decisionLine('Enter the reference of the payment, a transaction id'),
});
