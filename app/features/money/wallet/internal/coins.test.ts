import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCoinOfMethod, formatCoinAmountOf, formatPaymentRequest, getPriceInstrument } from './coins';

describe('the coin of a method', () => {
  it('is parsed from its code, with its network', () => {
    expect(findCoinOfMethod({ code: 'USDT-TRC20', network: 'tron' })).toEqual({ coin: 'USDT', network: 'Tron' });
    expect(findCoinOfMethod({ code: 'BTC', network: 'bitcoin' })).toEqual({ coin: 'BTC', network: 'Bitcoin' });
    expect(findCoinOfMethod({ code: 'VOUCHER', network: 'bitcoin' })).toBeNull();
    expect(findCoinOfMethod({ code: 'BTC', network: 'unheard-of' })).toBeNull();
    expect([getPriceInstrument('BTC'), getPriceInstrument('USDT')]).toEqual(['BTCUSD', null]);
  });
});

describe('an amount in coin', () => {
  it('has decimals down to a cent and is rounded up', () => {
    expect(formatCoinAmountOf(1_000_00n, 64_250)).toBe('0.0155643');
    expect(formatCoinAmountOf(500_00n, 1)).toBe('500.00');
    expect(formatCoinAmountOf(1_00n, 0.5)).toBe('2.00');
  });

  it('is worth the amount, and at most a cent more', () => {
    const price = fc.double({ min: 0.01, max: 150_000, noNaN: true });
    fc.assert(
      fc.property(fc.bigInt({ min: 1_00n, max: 5_000_000_00n }), price, (cents, each) => {
        const worth = Number(formatCoinAmountOf(cents, each)) * each * 100;
        expect(worth).toBeGreaterThan(Number(cents) * (1 - 1e-9) - 0.01);
        expect(worth).toBeLessThan(Number(cents) + 1.1);
      }),
    );
  });
});

describe('a payment link', () => {
  it('contains the amount for the native coin of a network', () => {
    expect(formatPaymentRequest({ address: 'bc1q', code: 'BTC', network: 'bitcoin' }, '0.0155643')).toBe(
      'bitcoin:bc1q?amount=0.0155643',
    );
    expect(formatPaymentRequest({ address: '0xab', code: 'ETH', network: 'ethereum' }, '0.314465')).toBe(
      'ethereum:0xab?value=314465000000000000',
    );
  });

  it('is only the address for a token, and where no amount is known', () => {
    expect(formatPaymentRequest({ address: 'Txyz', code: 'USDT-TRC20', network: 'tron' }, '500.00')).toBe('Txyz');
    expect(formatPaymentRequest({ address: 'bc1q', code: 'BTC', network: 'bitcoin' }, null)).toBe('bc1q');
    expect(formatPaymentRequest({ address: 'there', code: 'ETH', network: 'base' }, '0.3')).toBe('there');
  });
});
