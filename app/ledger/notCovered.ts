import { formatUsd } from './money';
import type { Balances } from './reading/statement.server';

/** Returns the message that the available balance does not cover an amount (cents), and where the user's other money is. */
export function notCoveredMessage(amount: bigint, balances: Balances): string {
  const short = `Your available balance does not cover ${formatUsd(amount)}.`;
  const boundMoney = describeBoundMoney(balances);
  return boundMoney ? `${short} You have ${formatUsd(balances.available)} available. ${boundMoney}` : short;
}

export function describeBoundMoney({
  held,
  principal,
  accrued,
  allocated,
  trading,
}: Omit<Balances, 'available' | 'funded'>) {
  const places = [
    { cents: principal + accrued, where: 'is in plans, until they end' },
    { cents: allocated, where: 'is booked in copies' },
    { cents: trading, where: 'is booked in your own trading' },
    { cents: held, where: 'is held for withdrawals' },
  ];
  return places.flatMap(({ cents, where }) => (cents > 0n ? [`${formatUsd(cents)} ${where}.`] : [])).join(' ');
}
