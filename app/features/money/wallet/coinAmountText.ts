import { writeCoinAmount } from '~/ledger/coinAmount';
import { getCoinCode } from '~/platform/networks/lookups';

/* Formats amounts of a payment method's coin, given in hundred-millionths. */

/** Formats an amount as `0.0155643 BTC`; null without one. */
export const formatCoinAmount = (method: string, units: bigint | null): string | null =>
  units === null ? null : `${writeCoinAmount(units)} ${getCoinCode(method)}`;

/** Formats the received amount of a deposit and its difference from the requested one: `0.01 BTC, 0.002 BTC less than asked`. */
export function formatReceived(method: string, requested: bigint | null, received: bigint | null): string | null {
  const text = formatCoinAmount(method, received);
  if (text === null || requested === null || received === null || requested === received) return text;
  const [by, than] = received > requested ? [received - requested, 'more'] : [requested - received, 'less'];
  return `${text}, ${formatCoinAmount(method, by)} ${than} than asked`;
}

type Deposit = { method: string; coinAmount: bigint | null; coinReceived: bigint | null };

export const formatDepositCoins = ({ method, coinAmount, coinReceived }: Deposit) => ({
  coin: getCoinCode(method),
  requested: formatCoinAmount(method, coinAmount),
  received: formatReceived(method, coinAmount, coinReceived),
});
