const HINT = 'Counts in live mode. Above it, a second administrator is needed.';

/**
 * How much one administrator may let in or out alone in live mode; above it a second one is needed. `first` is what a new
 * installation has, basis points or cents as the unit says.
 */
export const LIMITS = {
  'limit-received-differs-bps': {
    name: 'One administrator: received and stated may differ by',
    unit: 'percent',
    hint: HINT,
    first: 500,
  },
  'limit-deposit': { name: 'One administrator: largest deposit approved', unit: 'usd', hint: HINT, first: 10_000_00 },
  'limit-withdrawal': {
    name: 'One administrator: largest withdrawal approved',
    unit: 'usd',
    hint: HINT,
    first: 5_000_00,
  },
  'limit-deposits-day': {
    name: 'One administrator: deposits approved in 24 hours',
    unit: 'usd',
    hint: HINT,
    first: 50_000_00,
  },
  'limit-withdrawals-day': {
    name: 'One administrator: withdrawals approved in 24 hours',
    unit: 'usd',
    hint: HINT,
    first: 25_000_00,
  },
  'limit-user-deposits-week': {
    name: 'One user: deposits approved in 7 days',
    unit: 'usd',
    hint: HINT,
    first: 25_000_00,
  },
  'limit-user-withdrawals-week': {
    name: 'One user: withdrawals approved in 7 days',
    unit: 'usd',
    hint: HINT,
    first: 10_000_00,
  },
} as const satisfies Record<string, { name: string; unit: 'percent' | 'usd'; hint: string; first: number }>;

export type LimitKey = keyof typeof LIMITS;
