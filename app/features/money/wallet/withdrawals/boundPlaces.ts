import type { Balances } from '~/ledger/reading/statement.server';

/** Place of money that can't be withdrawn now: its page, cents, and how it becomes available. */
export type BoundPlace = { href: string; name: string; cents: bigint; how: string; button: string };

/** Returns the places of a user's bound money, soonest available first. */
export function listBoundPlaces(balances: Balances, bonuses: bigint): BoundPlace[] {
  const { held, principal, accrued, allocated, trading } = balances;
  return [
    {
      href: '/ranking',
      name: 'Bonuses to claim',
      cents: bonuses,
      how: 'Claim them to make them available.',
      button: 'Claim your bonuses',
    },
    {
      href: '/usercopytrade',
      name: 'In copies',
      cents: allocated,
      how: 'Take out a part of a copy, or stop it.',
      button: 'See your copies',
    },
    {
      href: '/live-trading',
      name: 'In your own trading',
      cents: trading,
      how: 'Take out money that your positions do not need.',
      button: 'See your own trading',
    },
    {
      href: '/withdrawlogs',
      name: 'Held for withdrawals',
      cents: held,
      how: 'Cancel one that is not decided yet to get it back.',
      button: 'See your withdrawals',
    },
    {
      href: '/investments',
      name: 'In plans',
      cents: principal + accrued,
      how: 'Available with the return on each plan’s last day.',
      button: 'See your plans',
    },
  ].filter(({ cents }) => cents > 0n);
}
