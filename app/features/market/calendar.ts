/** The fixed list that the calendar's filter knows. */
export const COUNTRIES = {
  us: 'United States',
  eu: 'Euro area',
  gb: 'United Kingdom',
  jp: 'Japan',
  ch: 'Switzerland',
  au: 'Australia',
  ca: 'Canada',
  nz: 'New Zealand',
  cn: 'China',
} as const;

export type Country = keyof typeof COUNTRIES;

export const IMPORTANCE = { 0: 'ordinary', 1: 'important' } as const;
