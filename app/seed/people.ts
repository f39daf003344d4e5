/** Person of the demonstration. The email domain is reserved for examples, so no mail is delivered. */
export type SeedPerson = {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  phone: string;
  country: string;
};

export const SEED_ADMINISTRATOR = { name: 'Ada Marsh', email: 'admin@mirrorbook.example' };

export const SEED_INVESTOR: SeedPerson = {
  firstName: 'Ivy',
  lastName: 'Hart',
  username: 'ivyhart',
  email: 'investor@mirrorbook.example',
  phone: '+44 20 7946 0101',
  country: 'United Kingdom',
};

export const SEED_FRIEND: SeedPerson = {
  firstName: 'Finn',
  lastName: 'Okafor',
  username: 'finn',
  email: 'finn@mirrorbook.example',
  phone: '+44 20 7946 0102',
  country: 'Ireland',
};

export const COPIED_INVESTOR: SeedPerson = {
  firstName: 'Wren',
  lastName: 'Tamsin',
  username: 'wren',
  email: 'wren@mirrorbook.example',
  phone: '+44 20 7946 0103',
  country: 'New Zealand',
};

/** People of the last weeks: payments in days ago and dollars, and their trading habit (`planOwnTrades`). Nobody logs in as them. */
export const SEED_NEWCOMERS: readonly (SeedPerson & {
  joined: number;
  deposits: readonly { days: number; method: string; amount: number }[];
  copies: readonly { days: number; strategy: string; amount: number }[];
  /** `paidAfter`: days from the request to the payment, if it took long. */
  withdrawals: readonly { days: number; amount: number; paidAfter?: number }[];
  trading?: { since: number; asks: number; habit: number };
})[] = [
  {
    firstName: 'Noor',
    lastName: 'Haddad',
    username: 'noorh',
    email: 'noor@mirrorbook.example',
    phone: '+962 6 555 0104',
    country: 'Jordan',
    joined: 27.2,
    deposits: [
      { days: 26.4, method: 'USDT-TRC20', amount: 1_800 },
      { days: 9.3, method: 'USDT-TRC20', amount: 700 },
    ],
    copies: [{ days: 25.6, strategy: 'carry', amount: 600 }],
    withdrawals: [
      { days: 16.2, amount: 250 },
      { days: 11.3, amount: 100, paidAfter: 0.3 },
      { days: 5.4, amount: 400 },
    ],
  },
  {
    firstName: 'Elias',
    lastName: 'Lindgren',
    username: 'elias',
    email: 'elias@mirrorbook.example',
    phone: '+46 8 555 0105',
    country: 'Sweden',
    joined: 13.4,
    deposits: [
      { days: 12.7, method: 'ETH', amount: 900 },
      { days: 1.1, method: 'ETH', amount: 350 },
    ],
    copies: [{ days: 10.3, strategy: 'reversion', amount: 500 }],
    withdrawals: [{ days: 7.4, amount: 90, paidAfter: 0.15 }],
  },
  {
    firstName: 'Mei',
    lastName: 'Tanaka',
    username: 'meit',
    email: 'mei@mirrorbook.example',
    phone: '+81 3 5550 0106',
    country: 'Japan',
    joined: 5.9,
    deposits: [{ days: 5.7, method: 'BTC', amount: 3_000 }],
    copies: [
      { days: 5.45, strategy: 'target', amount: 1_000 },
      { days: 5.4, strategy: 'coins', amount: 300 },
    ],
    withdrawals: [{ days: 5.1, amount: 500, paidAfter: 2 }],
  },
  {
    firstName: 'Hana',
    lastName: 'Sedlak',
    username: 'hana',
    email: 'hana@mirrorbook.example',
    phone: '+420 2 5550 0107',
    country: 'Czechia',
    joined: 45.2,
    deposits: [{ days: 44.3, method: 'SOL', amount: 6_500 }],
    copies: [],
    withdrawals: [],
    trading: { since: 43.1, asks: 2.2, habit: 1 },
  },
  {
    firstName: 'Tomas',
    lastName: 'Arregui',
    username: 'tomas',
    email: 'tomas@mirrorbook.example',
    phone: '+34 91 555 0108',
    country: 'Spain',
    joined: 39.7,
    deposits: [{ days: 39.1, method: 'XRP', amount: 5_400 }],
    copies: [],
    withdrawals: [],
    trading: { since: 38.2, asks: 0.4, habit: 2 },
  },
];

export const SEED_ADDRESSES: Readonly<
  Record<string, { country: string; state: string; postalCode: string; address: string } | undefined>
> = {
  finn: { country: 'Ireland', state: 'Leinster', postalCode: 'D02 X285', address: '1 Quay Street, Dublin' },
  noorh: { country: 'Jordan', state: 'Amman', postalCode: '11118', address: '12 Rainbow Street, Amman' },
  elias: { country: 'Sweden', state: 'Stockholm', postalCode: '111 29', address: '3 Bridge Street, Stockholm' },
  meit: { country: 'Japan', state: 'Tokyo', postalCode: '104-0061', address: '5 Ginza, Tokyo' },
  tomas: { country: 'Spain', state: 'Madrid', postalCode: '28013', address: '21 Calle Mayor, Madrid' },
  hana: { country: 'Czechia', state: 'Prague', postalCode: '110 00', address: '8 Dlouha Street, Prague' },
};

export const SIGNAL_TRADER = {
  firstname: 'Ivo',
  lastname: 'Petrak',
  nationality: 'Croatia',
  capital: 20_000,
  minimum: 250,
};

/** Trader with manual results, in addition to the simulated ones. Money in dollars; the declared figures are unverified claims. */
export const MANUAL_TRADER: {
  firstname: string;
  lastname: string;
  nationality: string;
  capital: number;
  minimum: number;
  declared: { winRate: string; avgReturn: string; followers: string; rrRatio: string };
} = {
  firstname: 'Priya',
  lastname: 'Nair',
  nationality: 'India',
  capital: 15_000,
  minimum: 200,
  declared: { winRate: '65%', avgReturn: '3%', followers: '80', rrRatio: '1:1' },
};
