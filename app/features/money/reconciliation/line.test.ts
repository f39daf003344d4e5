import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { COIN_FORMAT, parseAmount, STATEMENT_COIN_FORMAT } from '~/platform/text/amount';
import { statementCoinText } from './line';

test('a rendered coin amount is parsed to the same amount', () => {
  const whole = fc.nat({ max: 2_000_000 }).map((count) => BigInt(count) * 10n ** 8n);
  const units = fc.oneof(fc.bigInt({ min: -COIN_FORMAT.max, max: COIN_FORMAT.max }), whole);
  const render = fc.constantFrom(writeCoinAmount, (value: bigint) => statementCoinText(value));
  fc.assert(
    fc.property(units, render, (value, text) => {
      expect(parseAmount(text(value), STATEMENT_COIN_FORMAT)).toEqual({ ok: true, value });
    }),
  );
});
