/** What the catalogue holds, as addresses name it: `/admin/catalogue?edit=plan:gold`, `?add=plan`. */
export const KINDS = ['plan', 'deposit-method', 'withdrawal-method', 'rate'] as const;
export type Kind = (typeof KINDS)[number];

/** A kind as people and the audit log call it. */
export const KIND_NAMES: Record<Kind, string> = {
  plan: 'plan',
  'deposit-method': 'deposit method',
  'withdrawal-method': 'withdrawal method',
  rate: 'rate',
};

/** The rates and bonuses, by the key of their row: all that the operator can give. */
export const RATES: Record<string, { name: string; unit: 'percent' | 'usd' }> = {
  'referral-bonus-bps': { name: 'Referral bonus, of each approved deposit', unit: 'percent' },
  'rank-bonus-silver': { name: 'Bonus for the rank Silver', unit: 'usd' },
  'rank-bonus-gold': { name: 'Bonus for the rank Gold', unit: 'usd' },
  'rank-bonus-diamond': { name: 'Bonus for the rank Diamond', unit: 'usd' },
};
