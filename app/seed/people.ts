import type { TraderSeed } from '~/features/traders';

/** Somebody of the demonstration. The domain is reserved for examples, so no mail ever reaches anybody. */
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

/** Simulated traders, each with a way of trading. Money in dollars; what they declare is theirs to say. */
export const TRADERS: {
  firstname: string;
  lastname: string;
  nationality: string;
  style: TraderSeed['style'];
  capital: number;
  minimum: number;
  trades: number;
  declared: { winRate: string; avgReturn: string; followers: string; rrRatio: string };
}[] = [
  {
    firstname: 'Sora',
    lastname: 'Lindqvist',
    nationality: 'Sweden',
    style: 'steady',
    capital: 50_000,
    minimum: 500,
    trades: 260,
    declared: { winRate: '70%', avgReturn: '4%', followers: '120', rrRatio: '1:1' },
  },
  {
    firstname: 'Mateo',
    lastname: 'Rivas',
    nationality: 'Spain',
    style: 'trend',
    capital: 80_000,
    minimum: 1_000,
    trades: 140,
    declared: { winRate: '45%', avgReturn: '6%', followers: '300', rrRatio: '1:3' },
  },
  {
    firstname: 'Priya',
    lastname: 'Nair',
    nationality: 'India',
    style: 'scalper',
    capital: 25_000,
    minimum: 200,
    trades: 420,
    declared: { winRate: '65%', avgReturn: '3%', followers: '80', rrRatio: '1:1' },
  },
  {
    firstname: 'Luka',
    lastname: 'Horvat',
    nationality: 'Croatia',
    style: 'crypto',
    capital: 40_000,
    minimum: 750,
    trades: 180,
    declared: { winRate: '60%', avgReturn: '12%', followers: '500', rrRatio: '1:2' },
  },
  {
    firstname: 'Grace',
    lastname: 'Mbeki',
    nationality: 'South Africa',
    style: 'stocks',
    capital: 120_000,
    minimum: 2_000,
    trades: 150,
    declared: { winRate: '58%', avgReturn: '3%', followers: '210', rrRatio: '1:2' },
  },
];
