import type { TraderSeed } from '~/features/traders';

/** A person of the demonstration. The domain is reserved for examples, so no mail is ever delivered. */
export type Person = {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  phone: string;
  country: string;
};

export const ADMINISTRATOR = { name: 'Ada Marsh', email: 'admin@mirrorbook.example' };

export const INVESTOR: Person = {
  firstName: 'Ivy',
  lastName: 'Hart',
  username: 'ivyhart',
  email: 'investor@mirrorbook.example',
  phone: '+44 20 7946 0101',
  country: 'United Kingdom',
};

/** Invited by the investor. */
export const FRIEND: Person = {
  firstName: 'Finn',
  lastName: 'Okafor',
  username: 'finn',
  email: 'finn@mirrorbook.example',
  phone: '+44 20 7946 0102',
  country: 'Ireland',
};

/** Trades with their own money, and is copied by the investor and the friend. */
export const COPIED_INVESTOR: Person = {
  firstName: 'Wren',
  lastName: 'Tamsin',
  username: 'wren',
  email: 'wren@mirrorbook.example',
  phone: '+44 20 7946 0103',
  country: 'New Zealand',
};

/** A trader whose results are typed, beside those that trade by themselves. Money in dollars; what is declared is theirs to say. */
export const TYPED_TRADER: {
  firstname: string;
  lastname: string;
  nationality: string;
  style: TraderSeed['style'];
  capital: number;
  minimum: number;
  trades: number;
  declared: { winRate: string; avgReturn: string; followers: string; rrRatio: string };
} = {
  firstname: 'Priya',
  lastname: 'Nair',
  nationality: 'India',
  style: 'scalper',
  capital: 25_000,
  minimum: 200,
  trades: 420,
  declared: { winRate: '65%', avgReturn: '3%', followers: '80', rrRatio: '1:1' },
};
