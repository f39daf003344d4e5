import { calculateShare, formatBps, formatPlainUsd, formatUsd } from '~/ledger/money';
import { describeBoundMoney } from '~/ledger/notCovered';
import type { Balances } from '~/ledger/reading/statement.server';
import { DAY_SPREAD_CHOICES } from './daySpread';
import { FLOOR_CHOICES, startSchema } from './schema';
import { suggestAmount } from './suggestedAmount';

export type TicketTerms = {
  minimum: bigint;
  balances: Balances;
  /** Practice money that the user can still claim, cents. */
  offered: bigint | null;
  /** True if the copy follows orders. Otherwise it copies manual results, with a floor in cents and no positions to take over. */
  positions: boolean;
};

export type RequestedCopy = {
  amount: bigint;
  /** Cents; undefined for none. */
  floor?: bigint;
  /** Floor as a part of the amount, basis points; null for a fixed floor or none. */
  floorBps: number | null;
  /** Largest part of the copy in one position, basis points; null for no limit. */
  capBps: number | null;
  /** Daily limit of spread costs, basis points of the copy's equity; the whole equity means no limit. */
  daySpreadBps: number;
  takeOver: boolean;
};

type TicketInput = Record<'amount' | 'floor' | 'floorBps' | 'capBps' | 'daySpreadBps' | 'takeOver', string>;

export type CopyTicketStep = {
  input: TicketInput;
  problems: { name: keyof TicketInput; message: string }[];
  /** Copy to be confirmed; null while the form is incomplete or invalid. */
  review: RequestedCopy | null;
};

const requestedSchema = startSchema.pick({
  amount: true,
  floor: true,
  floorBps: true,
  capBps: true,
  daySpreadBps: true,
  takeOver: true,
});

/** Parses the step from the URL. With `review`, the input is validated against the trader and the balance. */
export function parseTicketStep(query: URLSearchParams, terms: TicketTerms): CopyTicketStep {
  const input: TicketInput = {
    amount: query.get('amount') ?? formatPlainUsd(suggestAmount(terms.minimum, getMoney(terms))),
    floor: query.get('floor') ?? '',
    floorBps: query.get('floorBps') ?? String(FLOOR_CHOICES[0]),
    capBps: query.get('capBps') ?? 'none',
    daySpreadBps: query.get('daySpreadBps') ?? String(DAY_SPREAD_CHOICES[0]),
    takeOver: query.get('takeOver') ?? 'yes',
  };
  if (!query.has('review')) return { input, problems: [], review: null };
  const parsed = requestedSchema.safeParse({ ...input, floor: input.floor.trim() || undefined });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({ name: path[0] as keyof TicketInput, message }));
    return { input, problems, review: null };
  }
  const { amount, floor, floorBps, capBps, daySpreadBps = DAY_SPREAD_CHOICES[0], takeOver = true } = parsed.data;
  // Offers practice money instead of refusing the amount.
  if (isWithPractice(amount, terms)) return { input, problems: [], review: null };
  const problem = findAmountProblem(amount, terms);
  if (problem) return { input, problems: [{ name: 'amount', message: problem }], review: null };
  if (floor !== undefined && floor >= amount) {
    const message = `The floor must be below the amount. Enter less than ${formatUsd(amount)}.`;
    return { input, problems: [{ name: 'floor', message }], review: null };
  }
  const part = floor === undefined && floorBps !== undefined ? floorBps : null;
  const review = {
    amount,
    floor: floor ?? (part === null ? undefined : calculateShare(amount, part)),
    floorBps: part,
    capBps: capBps ?? null,
    daySpreadBps,
    takeOver,
  };
  return { input, problems: [], review };
}

const getMoney = ({ balances: { available }, offered }: TicketTerms): bigint => available + (offered ?? 0n);

const isWithPractice = (amount: bigint, terms: TicketTerms): boolean =>
  amount > terms.balances.available && amount >= terms.minimum && amount <= getMoney(terms);

/** Returns why a copy can't start with an amount, with a possible amount; null if it can. */
function findAmountProblem(amount: bigint, terms: TicketTerms): string | null {
  const { balances } = terms;
  const short = describeTooLittle(amount, terms);
  if (short || amount <= balances.available) return short;
  return `You have ${formatUsd(balances.available)} available. Enter at most that. ${describeBoundMoney(balances)}`.trim();
}

/** Returns why an amount is too small for a trader, with the places of money that is not available; null if it is enough. */
export function describeTooLittle(amount: bigint, { minimum, balances }: Pick<TicketTerms, 'minimum' | 'balances'>) {
  const { available, funded } = balances;
  if (available < minimum && funded >= minimum) {
    return `A copy of this trader takes at least ${formatUsd(minimum)}, and you have ${formatUsd(available)} available. ${describeBoundMoney(balances)} Deposit ${formatUsd(minimum - available)} more, or come back when some of that is available.`;
  }
  if (available < minimum) {
    return `Capital not enough to copy this trader. Deposit ${formatUsd(minimum - available)} more.`;
  }
  return amount < minimum ? `Enter at least ${formatUsd(minimum)}, the trader’s minimum.` : null;
}

/** Shares of the available money that the ticket offers, basis points. */
const QUICK_SHARES_BPS = [2_500, 5_000, 10_000] as const;

/** Returns the offered amounts, as shares of the available money, without those that the trader does not accept. */
export const listQuickShares = ({
  minimum,
  balances: { available },
}: TicketTerms): { label: string; amount: string }[] =>
  QUICK_SHARES_BPS.map((bps) => ({ label: formatBps(bps), cents: calculateShare(available, bps) }))
    .filter(({ cents }) => cents >= minimum)
    .map(({ label, cents }) => ({ label, amount: formatPlainUsd(cents) }));
