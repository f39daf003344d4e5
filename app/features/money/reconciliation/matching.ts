import { DAY } from '~/platform/durations';
import { toCanonicalAddress } from '~/platform/networks/addresses';
import { computeBalanceChange, computeCost, type StoredLine } from './line';

/*
 * Matches the lines of a statement with movements in our books. The strongest evidence decides first: the same transaction, then the same
 * address with amount and time, then an amount that no other line or movement has. A line with two possible movements stays a break for an
 * administrator. So does a line whose movement has no amount in the books.
 */

export type Movement = {
  id: string;
  direction: 'in' | 'out';
  /** Amount in hundred-millionths of the coin, positive for incoming, negative for outgoing; null if the books do not have it. */
  amount: bigint | null;
  /** Period of the movement by the books: milliseconds since 1970. */
  from: number;
  until: number;
  /** Transaction ID as `transactionKey` spells it; null where it is not known. */
  transaction: string | null;
  /** Address of the payment; null for an address shared by several people, which identifies none of them. */
  address: string | null;
};

export type MatchableLine = Pick<StoredLine, 'id' | 'at' | 'amount' | 'fee' | 'address' | 'transactionKey'>;

export type MatchEvidence = 'transaction' | 'address' | 'amount';

/**
 * Lines and movements that report the same payments: one to one, several lines of one payment, or several payments in
 * one line.
 */
export type Match = { how: MatchEvidence; lines: string[]; movements: string[] };

export type Dispute = {
  why: 'amount-differs' | 'amount-unknown' | 'address-differs' | 'claimed-twice';
  lines: string[];
  movements: string[];
  /** Amount by which the lines exceed the books, hundred-millionths; null if the books have no amount in coin. */
  difference: bigint | null;
};

export type Reconciled = {
  matches: Match[];
  disputes: Dispute[];
  /** IDs of lines that repeat another line of the same transaction, amount and address. */
  repeated: string[];
  unknown: string[];
  unseen: string[];
};

/** Tolerated distance between the time of a line and that of the books, milliseconds. */
export const MATCH_WINDOW_MS = 3 * DAY;
/** Tolerated difference between the amount of a line with the same transaction or address and that of the books, basis points. */
const TOLERANCE_BPS = 50n;
/** Smallest number of digits for matching by the amount alone. Shorter amounts, such as 0.5, recur by chance. */
const MIN_UNIQUE_DIGITS = 5;

const absoluteUnits = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
const sumUnits = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
const sumOf = (some: readonly { amount: bigint | null }[]): bigint => sumUnits(some.map(({ amount }) => amount ?? 0n));
type Sum = Pick<MatchableLine, 'amount' | 'fee'>;
const getDirection = (line: MatchableLine): Movement['direction'] => (line.amount > 0n ? 'in' : 'out');

function isExact(lines: readonly Sum[], booked: bigint): boolean {
  const [moved, cost] = [sumOf(lines), sumUnits(lines.map(computeCost))];
  return [moved, moved + cost, moved - cost].includes(booked);
}

const isNear = (lines: readonly Sum[], booked: bigint): boolean =>
  isExact(lines, booked) || absoluteUnits(sumOf(lines) - booked) * 10_000n <= absoluteUnits(booked) * TOLERANCE_BPS;

/** Returns whether lines and movements have the same sum within the tolerance; false for unknown amounts. */
export const haveEqualAmounts = (lines: readonly Sum[], movements: readonly Pick<Movement, 'amount'>[]): boolean =>
  movements.every(({ amount }) => amount !== null) && isNear(lines, sumOf(movements));

const isInTime = ({ at }: MatchableLine, { from, until }: Movement): boolean =>
  at.getTime() >= from - MATCH_WINDOW_MS && at.getTime() <= until + MATCH_WINDOW_MS;

/** Returns whether two addresses may be the same: they are equal, or one is unknown. */
export const isSamePlace = (
  line: Pick<MatchableLine, 'address'>,
  { address }: Pick<MatchableLine, 'address'>,
): boolean => !line.address || !address || toCanonicalAddress(line.address) === toCanonicalAddress(address);

function isPossiblePair(line: MatchableLine, movement: Movement): boolean {
  if (getDirection(line) !== movement.direction || !isInTime(line, movement)) return false;
  const [fromLine, booked] = [line.transactionKey, movement.transaction];
  return !(fromLine && booked && fromLine !== booked) && isSamePlace(line, movement);
}

export function groupBy<T>(things: readonly T[], keyOf: (thing: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}

type Group = { lines: MatchableLine[]; movements: Movement[] };
type Found = Pick<Reconciled, 'matches' | 'disputes'>;

const listIds = ({ lines, movements }: Group) => ({
  lines: lines.map(({ id }) => id),
  movements: movements.map(({ id }) => id),
});

function findPairs({ lines, movements }: Group, fits: (line: MatchableLine, movement: Movement) => boolean) {
  const pairs = lines.flatMap((line) => {
    const [movement, ...more] = movements.filter((each) => fits(line, each));
    const isOnly = movement && more.length === 0 && lines.every((other) => other === line || !fits(other, movement));
    return isOnly ? [{ lines: [line], movements: [movement] }] : [];
  });
  const paired = new Set<MatchableLine | Movement>(pairs.flatMap((pair) => [...pair.lines, ...pair.movements]));
  const rest = {
    lines: lines.filter((line) => !paired.has(line)),
    movements: movements.filter((movement) => !paired.has(movement)),
  };
  return { pairs, rest };
}

function matchByTransaction(group: Group): Found {
  const { lines, movements } = group;
  const match = (some: Group): Match => ({ how: 'transaction', ...listIds(some) });
  const isElsewhere = !lines.some((line) => movements.some((movement) => isSamePlace(line, movement)));
  const isUnknown = movements.some(({ amount }) => amount === null);
  const dispute = (some: Group): Dispute => ({
    why: isElsewhere
      ? 'address-differs'
      : some.movements.length > some.lines.length
        ? 'claimed-twice'
        : isUnknown
          ? 'amount-unknown'
          : 'amount-differs',
    ...listIds(some),
    difference: isUnknown ? null : sumOf(some.lines) - sumOf(some.movements),
  });
  // One transaction can pay any amount, so it is no evidence for a payment of unknown amount.
  if (isElsewhere || isUnknown) return { matches: [], disputes: [dispute(group)] };
  if (haveEqualAmounts(lines, movements)) return { matches: [match(group)], disputes: [] };
  const { pairs, rest } = findPairs(
    group,
    (line, movement) => isSamePlace(line, movement) && isExact([line], movement.amount ?? 0n),
  );
  const isLeft = rest.lines.length > 0 && rest.movements.length > 0;
  return { matches: pairs.map(match), disputes: isLeft ? [dispute(rest)] : [] };
}

function matchByAddress(group: Group): Match[] {
  const { pairs, rest } = findPairs(
    group,
    (line, movement) => movement.amount !== null && isPossiblePair(line, movement) && isNear([line], movement.amount),
  );
  const { lines, movements } = rest;
  const isOneOfMany = lines.length > 0 && movements.length > 0 && (lines.length === 1) !== (movements.length === 1);
  const doFit = lines.every((line) => movements.every((each) => each.amount !== null && isPossiblePair(line, each)));
  const isWhole = isOneOfMany && doFit && isExact(lines, sumOf(movements));
  return [...pairs, ...(isWhole ? [rest] : [])].map((some) => ({ how: 'address', ...listIds(some) }));
}

const countDigits = (amount: bigint): number => String(absoluteUnits(amount)).replace(/0+$/, '').length;

/** Matches by the amount alone: one that is not round, and that no other line or movement near that time has. */
function matchByAmount(lines: readonly MatchableLine[], movements: readonly Movement[], all: Group): Match[] {
  const linesOf = groupBy(all.lines, ({ amount }) => String(amount));
  const movementsOf = groupBy(all.movements, ({ amount }) => (amount === null ? null : String(amount)));
  const openMovements = new Set(movements.map(({ id }) => id));
  return lines.flatMap((line): Match[] => {
    const cost = computeCost(line);
    const spellings = [...new Set([line.amount, line.amount + cost, line.amount - cost])];
    const booked = spellings.flatMap((amount) => movementsOf.get(String(amount)) ?? []);
    const [movement, ...others] = booked.filter((each) => isInTime(line, each));
    if (!movement || others.length > 0 || !openMovements.has(movement.id) || !isPossiblePair(line, movement)) return [];
    const amount = movement.amount ?? 0n;
    if (countDigits(amount) < MIN_UNIQUE_DIGITS) return [];
    const rivals = [...new Set([amount, line.amount])].flatMap((each) => linesOf.get(String(each)) ?? []);
    if (rivals.some((other) => other.id !== line.id && isInTime(other, movement))) return [];
    return [{ how: 'amount', lines: [line.id], movements: [movement.id] }];
  });
}

/** Returns the key shared by lines of the same payment; null without a transaction, since such lines may be equal by chance. */
function getPaymentKey({ transactionKey: transaction, amount, address }: MatchableLine): string | null {
  return transaction && `${transaction} ${amount} ${address ? toCanonicalAddress(address) : ''}`;
}

/** Line with its source and state: open, resolved, or left out as a repetition (`echo`: automatically). */
export type SourcedLine = MatchableLine &
  Pick<StoredLine, 'origin'> & { state: 'open' | 'settled' | 'repeated' | 'echo' };

/**
 * Finds open lines that both a file and the chain report, so that each movement counts once: the same transaction, the same sum with its
 * fee, and no other address. Each line matches one line of the other source, since a transaction may pay the same sum twice. The chain's
 * line is kept while neither is resolved.
 * @param lines of one source of statements
 * @returns the ids of the repeated lines
 */
export function findRepeatedLines(lines: readonly SourcedLine[]): string[] {
  const found: string[] = [];
  for (const same of groupBy(lines, ({ transactionKey }) => transactionKey).values()) {
    const originals = new Set(same.filter(({ state }) => state === 'open' || state === 'settled'));
    const claim = (line: SourcedLine): boolean => {
      const fits = [...originals].filter(
        (other) =>
          other.origin !== null &&
          line.origin !== null &&
          other.origin !== line.origin &&
          computeBalanceChange(other) === computeBalanceChange(line) &&
          isSamePlace(line, other),
      );
      const original = fits.find(({ address }) => address && line.address) ?? fits[0];
      return original !== undefined && originals.delete(original);
    };
    for (const line of same) if (line.state === 'echo') claim(line);
    for (const origin of ['file', 'chain'])
      for (const line of same) {
        if (line.origin !== origin || line.state !== 'open' || !originals.has(line) || !claim(line)) continue;
        originals.delete(line);
        found.push(line.id);
      }
  }
  return found;
}

const compareByTime = (one: MatchableLine, other: MatchableLine): number =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);

/**
 * Matches lines with movements. A line equal to one of the `explained` lines, which are settled already, is a
 * repetition.
 */
export function reconcile(
  lines: readonly MatchableLine[],
  movements: readonly Movement[],
  explained: readonly MatchableLine[] = [],
): Reconciled {
  const seen = new Set(explained.map(getPaymentKey));
  const repeated: string[] = [];
  const single = lines.toSorted(compareByTime).filter((line) => {
    const same = getPaymentKey(line);
    const isFirst = same === null || !seen.has(same);
    seen.add(same);
    if (!isFirst) repeated.push(line.id);
    return isFirst;
  });

  const found: Found = { matches: [], disputes: [] };
  const taken = new Set<string>();
  const take = ({ matches, disputes = [] }: { matches: Match[]; disputes?: Dispute[] }) => {
    found.matches.push(...matches);
    found.disputes.push(...disputes);
    for (const each of [...matches, ...disputes]) for (const id of [...each.lines, ...each.movements]) taken.add(id);
  };
  const openLines = () => single.filter(({ id }) => !taken.has(id));
  const openMovements = () => movements.filter(({ id }) => !taken.has(id));
  const directed = (evidence: string | null, direction: string) => evidence && `${direction} ${evidence}`;

  const claims = groupBy(movements, ({ transaction, direction }) => directed(transaction, direction));
  for (const [key, lines] of groupBy(single, (line) => directed(line.transactionKey, getDirection(line)))) {
    const claimed = claims.get(key);
    if (claimed) take(matchByTransaction({ lines, movements: claimed }));
  }

  const placeOf = (address: string | null) => address && toCanonicalAddress(address);
  const paidTo = groupBy(openMovements(), ({ address, direction }) => directed(placeOf(address), direction));
  for (const [key, lines] of groupBy(openLines(), (line) => directed(placeOf(line.address), getDirection(line))))
    take({ matches: matchByAddress({ lines, movements: paidTo.get(key) ?? [] }) });

  const matches = matchByAmount(openLines(), openMovements(), { lines: single, movements: [...movements] });
  // A movement that fits two lines is matched with neither.
  const byMovement = groupBy(matches, (match) => match.movements[0] ?? null);
  take({ matches: matches.filter((match) => byMovement.get(match.movements[0] ?? '')?.length === 1) });

  return {
    ...found,
    repeated,
    unknown: openLines().map(({ id }) => id),
    unseen: openMovements().map(({ id }) => id),
  };
}

/** Returns what a line and a movement have in common beyond chance: the transaction, or the address of an outgoing payment. */
export function findCommonEvidence(
  line: Pick<MatchableLine, 'transactionKey' | 'address'>,
  movement: Movement,
): Exclude<MatchEvidence, 'amount'> | null {
  if (line.transactionKey !== null && movement.transaction === line.transactionKey) return 'transaction';
  return line.address && movement.address && isSamePlace(line, movement) ? 'address' : null;
}

const MAX_CANDIDATES = 5;

/** Returns the possible movements of a line: those of its transaction, then those of its address, then the nearest amounts. */
export function findCandidates<M extends Movement>(line: MatchableLine, movements: readonly M[]): M[] {
  const distance = (movement: Movement): bigint => {
    const common = findCommonEvidence(line, movement);
    if (common) return common === 'transaction' ? -2n : -1n;
    return absoluteUnits(line.amount - (movement.amount ?? 0n));
  };
  const mayMatch = (each: Movement) => findCommonEvidence(line, each) === 'transaction' || isInTime(line, each);
  return movements
    .filter((each) => each.direction === getDirection(line) && mayMatch(each))
    .toSorted((one, other) => Number(distance(one) - distance(other)))
    .slice(0, MAX_CANDIDATES);
}
