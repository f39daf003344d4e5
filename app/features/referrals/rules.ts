import { shareOf } from '~/ledger/money';

/** The bonus on what arrived with a deposit, cents, toward zero; `bps` is the operator's rate. */
export const bonusOn = (received: bigint, bps: number): bigint => (bps > 0 ? shareOf(received, bps) : 0n);

/** Do two addresses lead to one mailbox? What follows a plus sign is only a label. */
export const sameMailbox = (a: string, b: string): boolean => mailbox(a) === mailbox(b);

function mailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/\+.*$/, '');
  return `${local}${address.slice(at)}`.toLowerCase();
}
