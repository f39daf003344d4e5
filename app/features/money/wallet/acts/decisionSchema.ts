import { decisionLine, decisionSchema } from '~/features/backoffice';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { coinField } from '~/ledger/coinField';
import { usdField } from '~/ledger/usdField';
import { line } from '~/platform/fields/line';

/** Optional amount of a method's coin, in hundred-millionths. */
const optionalCoinField = coinField('Enter the amount as the wallet shows it').optional();

/** Returns the input of an act as its form sends it, with the coin amount as decimal text. */
export const formatCoinInput = <I extends { coin?: bigint }>(input: I) => ({
  ...input,
  coin: input.coin === undefined ? undefined : writeCoinAmount(input.coin),
});

export const receivedSchema = decisionSchema.extend({
  received: usdField('Amount must be a number'),
  coin: optionalCoinField,
  transactionId: line(200).optional(),
  /** Required if it differs from the stated amount. */
  reason: line(300).optional(),
});
export const referenceSchema = decisionSchema.extend({
  reference: decisionLine('Enter the payment reference (transaction ID)'),
  coin: optionalCoinField,
});
