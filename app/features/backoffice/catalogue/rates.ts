import { formatBps, formatPlainUsd, formatUsd } from '~/ledger/money';
import { capitalise } from '~/platform/text/capitalised';
import { durationText } from '~/platform/text/durationText';
import { formatCount } from '~/platform/text/figure';
import { API_KEY_SETTING } from '~/signIns/keyScopes';
import { RESET_WATCH_MS } from '~/signIns/signInLimits';

/** Unit of a rate: basis points, cents, whole days, or the index of a word in `RATE_LABELS`. */
export type RateUnit = 'percent' | 'usd' | 'days' | keyof typeof RATE_LABELS;

export const RATE_LABELS = { switch: ['off', 'on'], keys: ['forbidden', 'allowed', 'required'] } as const;

const getLabels = (unit: RateUnit): readonly string[] => RATE_LABELS[unit as keyof typeof RATE_LABELS] ?? [];

/** Rate in the catalogue with its initial value, in its unit. Afterwards only the operator changes it. */
type Rate = {
  name: string;
  brief?: string;
  unit: RateUnit;
  group: RateGroup;
  hint: string;
  zero?: string;
  first: { paper: number; live: number };
};

export const RATE_GROUPS = {
  limits: 'What one administrator may approve alone',
  bonuses: 'Bonuses',
  others: 'Withdrawals, copies, plans and API keys',
} as const;

type RateGroup = keyof typeof RATE_GROUPS;

const NO_LIMIT_HINT = 'Zero turns it off.';
const ALONE_HINT = 'One administrator: ';
/** Returns a limit with the same initial value in both modes. It applies in live mode. */
const createLimit = (unit: RateUnit, name: string, first: number): Rate => ({
  name,
  brief: name.startsWith(ALONE_HINT) ? capitalise(name.slice(ALONE_HINT.length)) : name,
  unit,
  group: 'limits',
  hint: 'Applies in live mode. Above it, a second administrator is needed.',
  first: { paper: first, live: first },
});

const createRankBonus = (rank: string, dollars: number): Rate => ({
  name: `Bonus for the rank ${rank}`,
  unit: 'usd',
  group: 'bonuses',
  hint: NO_LIMIT_HINT,
  zero: 'off',
  first: { paper: dollars * 100, live: 0 },
});

/** Amounts that one administrator may approve alone in live mode. */
export const LIMITS = {
  'limit-received-differs-bps': createLimit('percent', 'One administrator: received and stated may differ by', 500),
  'limit-deposit': createLimit('usd', 'One administrator: largest deposit approved', 10_000_00),
  'limit-withdrawal': createLimit('usd', 'One administrator: largest withdrawal approved', 5_000_00),
  'limit-deposits-day': createLimit('usd', 'One administrator: deposits approved in 24 hours', 50_000_00),
  'limit-withdrawals-day': createLimit('usd', 'One administrator: withdrawals approved in 24 hours', 25_000_00),
  'limit-user-deposits-week': createLimit('usd', 'One user: deposits approved in 7 days', 25_000_00),
  'limit-user-withdrawals-week': createLimit('usd', 'One user: withdrawals approved in 7 days', 10_000_00),
};

export type LimitKey = keyof typeof LIMITS;

/** Rates, bonuses, waits and limits of the operator, by the key of their row. In live mode all bonuses are off initially. */
export const RATES: Record<string, Rate> = {
  ...LIMITS,
  'referral-bonus-bps': {
    name: 'Referral bonus, percent of the deposit',
    unit: 'percent',
    group: 'bonuses',
    zero: 'off',
    hint: `${NO_LIMIT_HINT} A deposit keeps the rate of the day of its approval.`,
    first: { paper: 1_000, live: 0 },
  },
  'referral-month-cap': {
    name: 'Largest referral bonus of one person in a month',
    unit: 'usd',
    group: 'bonuses',
    hint: 'Per month in UTC. Amounts above it are not paid later.',
    first: { paper: 1_000_000_00, live: 10_000_00 },
  },
  'rank-bonus-silver': createRankBonus('Silver', 50),
  'rank-bonus-gold': createRankBonus('Gold', 100),
  'rank-bonus-diamond': createRankBonus('Diamond', 500),
  'holding-days': {
    name: 'Days that money must stay before it earns a bonus',
    unit: 'days',
    zero: 'none',
    group: 'bonuses',
    hint: 'For referral and rank bonuses. With zero, bonuses are paid immediately, even for money that is withdrawn the next day.',
    first: { paper: 0, live: 30 },
  },
  'withdrawal-wait-days': {
    name: 'Days before a withdrawal to a new address',
    unit: 'days',
    zero: 'none',
    group: 'others',
    hint: `Also one requested within ${durationText(RESET_WATCH_MS.investor)} of a reset of password or second factor. Zero: no waiting time. Existing requests keep theirs.`,
    first: { paper: 0, live: 1 },
  },
  'papers-first': {
    name: 'Bonuses wait for an approved identity check',
    unit: 'switch',
    group: 'bonuses',
    hint: 'On or off. Referral bonuses need the identity checks of both people. While it is off, one person with several accounts can earn bonuses with their own money.',
    first: { paper: 0, live: 1 },
  },
  'leader-stake-bps': {
    name: 'Trader’s stake, percent of the running copies',
    unit: 'percent',
    group: 'others',
    hint: 'The smallest own equity of copied investors and signal traders. With less, copies open no new positions and accept no more money. Zero: no stake needed.',
    first: { paper: 200, live: 200 },
  },
  'trader-copies-most': {
    name: 'Largest total of one trader’s copies',
    unit: 'usd',
    group: 'others',
    hint: 'New copies and top-ups beyond it are refused; running copies continue. Zero means no limit.',
    zero: 'no limit',
    first: { paper: 0, live: 0 },
  },
  [API_KEY_SETTING.setting]: {
    name: 'API keys of investors',
    unit: 'keys',
    group: 'others',
    hint: 'Forbidden, allowed or required. Forbidden: existing keys are refused, and none can be created. Required: investors can’t sign in by the original calls.',
    first: { paper: API_KEY_SETTING.allowed, live: API_KEY_SETTING.allowed },
  },
  'plan-share-bps': {
    name: 'Share of the reserve that one user’s plans may commit',
    unit: 'percent',
    group: 'others',
    hint: 'Percent of the free and committed reserve together. With zero, no plans are sold.',
    first: { paper: 1_000, live: 1_000 },
  },
};

/** Formats a rate: `10%`, `$50.00`, `30 days`, `on`, `no limit`. */
export function formatRate({ unit, zero }: Pick<Rate, 'unit' | 'zero'>, value: number): string {
  if (value === 0 && zero) return zero;
  if (unit === 'percent') return formatBps(value);
  if (unit === 'usd') return formatUsd(BigInt(value));
  return getLabels(unit)[value] ?? formatCount(value, 'day');
}

export function formatRateInput(unit: RateUnit, value: number): string {
  if (unit === 'percent') return formatBps(value);
  if (unit === 'usd') return formatPlainUsd(BigInt(value));
  return getLabels(unit)[value] ?? String(value);
}
