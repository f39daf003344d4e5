import { writeCoinAmount } from '~/ledger/coinAmount';
import { coinCode } from '~/platform/networks/lookups';

/* Formats amounts of a payment method's coin, given in hundred-millionths. */

/** Formats an amount as `0.0155643 BTC`; null without one. */
export const coinText = (method: string, units: bigint | null): string | null =>
  units === null ? null : `${writeCoinAmount(units)} ${coinCode(method)}`;

/** Formats the received amount of a deposit and its difference from the requested one: `0.01 BTC, 0.002 BTC less than asked`. */
export function receivedText(method: string, asked: bigint | null, received: bigint | null): string | null {
  const text = coinText(method, received);
  if (text === null || asked === null || received === null || asked === received) return text;
  const [by, than] = received > asked ? [received - asked, 'more'] : [asked - received, 'less'];
  return `${text}, ${coinText(method, by)} ${than} than asked`;
}

type Deposit = { method: string; coinAmount: bigint | null; coinReceived: bigint | null };

export const depositCoins = ({ method, coinAmount, coinReceived }: Deposit) => ({
  coin: coinCode(method),
  requested: coinText(method, coinAmount),
  received: receivedText(method, coinAmount, coinReceived),
});
