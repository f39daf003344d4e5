/**
 * In-memory model of deposits, withdrawals and bonuses under the features' own rules, for searching quickly for
 * profitable rings.
 */
import { listRankedChanges, listRanksReached, type Rank } from '~/features/money/ranking/rules';
import { computeBonus, decideBonus, getMonthRange } from '~/features/money/referrals/rules';
import { findLowest, type SumChange } from '~/ledger/reading/lowest';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { DAY } from '~/platform/clock';

type Line = Pick<StatementLine, 'kind' | 'ref' | 'at' | 'change' | 'amount'>;
type Kind = Line['kind'];

export type Terms = {
  holdingDays: number;
  rateBps: number;
  /** Monthly cap of referral bonuses, cents. */
  cap: bigint;
  ranks: Record<Rank['id'], bigint>;
  fee: bigint;
};

/** Terms of live mode, with the bonuses of paper mode. */
export const LIVE_TERMS: Terms = {
  holdingDays: 30,
  rateBps: 1_000,
  cap: 10_000_00n,
  ranks: { silver: 50_00n, gold: 100_00n, diamond: 500_00n },
  fee: 0n,
};

type Referral = {
  of: number;
  to: number;
  at: Date;
  dueAt: Date;
  received: bigint;
  decided: boolean;
  basis: bigint;
  amount: bigint;
  on?: Date;
};
type Held = { rank: Rank; at: Date; dueAt: Date; state: 'waiting' | 'claimable' | 'claimed' };
export type Account = {
  person: number;
  referrer: number | null;
  lines: Line[];
  available: bigint;
  ranks: Held[];
  asked: bigint[];
};

const NET: Kind[] = ['deposit', 'withdrawal-requested', 'withdrawal-cancelled'];

export class World {
  at = new Date('2026-03-02T09:00:00Z');
  readonly accounts: Account[] = [];
  readonly referrals: Referral[] = [];

  /** @param persons whether the product knows which accounts belong to the same person */
  constructor(
    readonly terms: Terms,
    readonly persons: 'known' | 'unknown',
  ) {}

  signUp(person: number, referrer: number | null): number {
    this.accounts.push({ person, referrer, lines: [], available: 0n, ranks: [], asked: [] });
    return this.accounts.length - 1;
  }

  deposit(who: number, cents: bigint): void {
    this.#book(who, 'deposit', cents);
    const { referrer } = this.#account(who);
    const dueAt = new Date(this.at.getTime() + this.terms.holdingDays * DAY);
    if (referrer !== null && !this.#isOwnLine(who, referrer) && computeBonus(cents, this.terms.rateBps) > 0n) {
      const due = { of: who, to: referrer, at: this.at, dueAt, received: cents };
      this.referrals.push({ ...due, decided: false, basis: 0n, amount: 0n });
    }
    const own = this.#account(who).ranks;
    for (const rank of listRanksReached(this.#staying(who))) {
      const waiting = own.find((held) => held.rank === rank && held.state === 'waiting');
      if (waiting && !this.#isHeld(who, waiting, this.at)) Object.assign(waiting, { at: this.at, dueAt });
      if (!this.#accountsOf(who).some(({ ranks }) => ranks.some((held) => held.rank === rank))) {
        own.push({ rank, at: this.at, dueAt, state: 'waiting' });
      }
    }
    this.#decideDue();
  }

  /** Requests a withdrawal, which `paidOut` or `cancel` ends. @returns false if the account has too little available */
  request(who: number, cents: bigint): boolean {
    const account = this.#account(who);
    if (cents <= this.terms.fee || cents > account.available) return false;
    account.asked.push(cents);
    account.available -= cents;
    account.lines.push({ kind: 'withdrawal-requested', ref: '', at: this.at, change: 0n, amount: cents });
    return true;
  }

  /** Pays the oldest request. @returns the amount that reaches the wallet, cents */
  paidOut(who: number): bigint {
    const cents = this.#account(who).asked.shift();
    if (cents === undefined) return 0n;
    this.#account(who).lines.push({ kind: 'withdrawal-approved', ref: '', at: this.at, change: -cents, amount: cents });
    return cents - this.terms.fee;
  }

  cancel(who: number): void {
    const cents = this.#account(who).asked.shift();
    if (cents === undefined) return;
    this.#account(who).available += cents;
    this.#account(who).lines.push({ kind: 'withdrawal-cancelled', ref: '', at: this.at, change: 0n, amount: cents });
  }

  claim(who: number): void {
    for (const held of this.#account(who).ranks) {
      const others = this.#accountsOf(who).flatMap(({ ranks }) => ranks);
      if (others.some(({ rank, state }) => rank === held.rank && state === 'claimed')) continue;
      if (held.state !== 'claimable') continue;
      held.state = 'claimed';
      this.#book(who, 'rank-bonus', this.terms.ranks[held.rank.id]);
    }
  }

  wait(milliseconds: number): void {
    this.at = new Date(this.at.getTime() + milliseconds);
    this.#decideDue();
  }

  /** Sums the bonuses of a kind for some accounts, in cents. */
  earned = (kind: 'referral-bonus' | 'rank-bonus', of: number[]): bigint =>
    of
      .flatMap((who) => this.#account(who).lines)
      .reduce((sum, line) => (line.kind === kind ? sum + line.change : sum), 0n);

  #account(who: number): Account {
    const account = this.accounts[who];
    if (!account) throw new RangeError(`There is no account ${who}`);
    return account;
  }

  /** Returns the accounts that the product knows to be of one person. */
  #accountsOf(who: number): Account[] {
    const { person } = this.#account(who);
    if (this.persons === 'unknown') return [this.#account(who)];
    return this.accounts.filter((account) => account.person === person);
  }

  #isOwnLine(who: number, referrer: number): boolean {
    const own = new Set(this.#accountsOf(who));
    for (let up: number | null = referrer; up !== null; up = this.#account(up).referrer) {
      if (own.has(this.#account(up))) return true;
    }
    return false;
  }

  #book(who: number, kind: Kind, cents: bigint): void {
    if (cents === 0n) return;
    this.#account(who).lines.push({ kind, ref: `${this.at.getTime()}`, at: this.at, change: cents, amount: cents });
    this.#account(who).available += cents;
  }

  #staying = (who: number): bigint => this.#changes(who, null).reduce((sum, { change }) => sum + change, 0n);

  #changes = (who: number, kinds: Kind[] | null): SumChange[] =>
    listRankedChanges(this.#account(who).lines.filter(({ kind }) => kinds === null || kinds.includes(kind)));

  #isHeld(who: number, { rank, at, dueAt }: Held, until: Date): boolean {
    const { lowest } = findLowest(this.#changes(who, null), at, until < dueAt ? until : dueAt);
    return listRanksReached(lowest).includes(rank);
  }

  #decideDue(): void {
    for (const due of this.referrals.filter(({ decided, dueAt }) => !decided && dueAt <= this.at)) this.#decide(due);
    for (const who of this.accounts.keys()) {
      const account = this.#account(who);
      for (const held of account.ranks.filter(({ state, dueAt }) => state === 'waiting' && dueAt <= this.at)) {
        if (this.#isHeld(who, held, held.dueAt)) held.state = 'claimable';
        else account.ranks = account.ranks.filter((other) => other !== held);
      }
    }
  }

  #decide(due: Referral): void {
    const month = getMonthRange(this.at);
    const referrers = new Set(this.#accountsOf(due.to));
    const input = this.referrals.filter(
      ({ to, on }) => on && on >= month.from && on < month.to && referrers.has(this.#account(to)),
    );
    const { amount, basis } = decideBonus({
      received: due.received,
      rateBps: this.terms.rateBps,
      ...findLowest(this.#changes(due.of, NET), due.at, due.dueAt),
      paidFor: this.referrals.reduce((sum, { of, basis }) => (of === due.of ? sum + basis : sum), 0n),
      room: this.terms.cap - input.reduce((sum, each) => sum + each.amount, 0n),
      isOnePerson: this.#isOwnLine(due.of, due.to),
    });
    Object.assign(due, { decided: true, basis, amount, on: this.at });
    this.#book(due.to, 'referral-bonus', amount);
  }
}

/** Move of a person of a ring in one account. */
export type Move =
  | { does: 'deposit'; who: number; cents: bigint }
  | { does: 'request'; who: number; cents: bigint }
  | { does: 'take' | 'cancel' | 'claim'; who: number }
  | { does: 'wait'; milliseconds: number };

/**
 * Plays a move a millisecond after the last one.
 * @returns the money that the move pays out less the money that it pays in, cents
 */
export function play(world: World, move: Move): bigint {
  world.at = new Date(world.at.getTime() + 1);
  if (move.does === 'wait') world.wait(move.milliseconds);
  if (move.does === 'request') world.request(move.who, move.cents);
  if (move.does === 'cancel') world.cancel(move.who);
  if (move.does === 'claim') world.claim(move.who);
  if (move.does === 'take') return world.paidOut(move.who);
  if (move.does !== 'deposit') return 0n;
  world.deposit(move.who, move.cents);
  return -move.cents;
}

/** Withdraws all money of all accounts. @returns the sum that reaches the wallets, cents */
export function leave(world: World): bigint {
  world.at = new Date(world.at.getTime() + 1);
  let out = 0n;
  for (const [who, account] of world.accounts.entries()) {
    world.claim(who);
    while (account.asked.length > 0) out += world.paidOut(who);
    if (world.request(who, account.available)) out += world.paidOut(who);
  }
  return out;
}
