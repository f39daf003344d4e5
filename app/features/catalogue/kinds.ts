import { formatBps, formatUsd, plainUsd } from '~/ledger/money';
import type { Right } from '~/signIns/rights';
import { LIMITS } from './limits';

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

/** The right that changing an entry of a kind takes: money goes where methods say, and limits are of the operator's policy. */
export const ENTRY_RIGHTS: Record<Kind, Right> = {
  plan: 'plans:change',
  'deposit-method': 'terms:change',
  'withdrawal-method': 'terms:change',
  rate: 'terms:change',
};

/** What the value of a rate counts: basis points, cents, whole days, or 1 for on and 0 for off. */
export type RateUnit = 'percent' | 'usd' | 'days' | 'switch';

type Rate = { name: string; unit: RateUnit; hint: string };

const OFF = 'Zero turns it off.';

/** The rates, bonuses and limits that the operator can set, by the key of their row. */
export const RATES: Record<string, Rate> = {
  ...LIMITS,
  'referral-bonus-bps': {
    name: 'Referral bonus, of a deposit that stays',
    unit: 'percent',
    hint: `${OFF} A deposit keeps the rate of the day it was approved on.`,
  },
  'referral-month-cap': {
    name: 'Referral bonuses of one person in a month, at most',
    unit: 'usd',
    hint: 'A month in UTC. What is above it is not paid later.',
  },
  'rank-bonus-silver': { name: 'Bonus for the rank Silver', unit: 'usd', hint: OFF },
  'rank-bonus-gold': { name: 'Bonus for the rank Gold', unit: 'usd', hint: OFF },
  'rank-bonus-diamond': { name: 'Bonus for the rank Diamond', unit: 'usd', hint: OFF },
  'holding-days': {
    name: 'Days that money has to stay before it earns a bonus',
    unit: 'days',
    hint: 'For referral and rank bonuses. Zero pays at once; with it, money that leaves the next day has earned a bonus.',
  },
  'withdrawal-wait-days': {
    name: 'Days that a withdrawal to a new address waits',
    unit: 'days',
    hint: 'Also one requested within a day of a reset of password or second factor. Zero: none waits. Those requested before keep their wait.',
  },
  'papers-first': {
    name: 'Bonuses wait for approved identity papers',
    unit: 'switch',
    hint: 'On or off. For referral bonuses those of both people. While it is off, one person with several accounts can earn bonuses by their own money.',
  },
  'plan-share-bps': {
    name: 'Share of the reserve that one user’s plans may commit',
    unit: 'percent',
    hint: 'Of the free and the committed reserve together. Zero sells no plans.',
  },
};

/** A rate in words: `10%`, `$50.00`, `30 days`, `on`. */
export function rateText(unit: RateUnit, value: number): string {
  if (unit === 'percent') return formatBps(value);
  if (unit === 'usd') return formatUsd(BigInt(value));
  if (unit === 'switch') return value === 0 ? 'off' : 'on';
  return value === 1 ? '1 day' : `${value} days`;
}

/** A rate as its form field holds it. */
export function rateTyped(unit: RateUnit, value: number): string {
  if (unit === 'percent') return formatBps(value);
  if (unit === 'usd') return plainUsd(BigInt(value));
  return unit === 'switch' ? rateText(unit, value) : String(value);
}
