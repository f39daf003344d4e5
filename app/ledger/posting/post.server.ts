import { account, journal, transfer } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { findAll, type Handle, insertAll } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import { type AccountRef, availableAccount, type JournalKind, receivableAccount, rowName } from '../chartOfAccounts';
import { smaller } from '../money';
import {
  accountMac,
  calculateBalance,
  getStripe,
  isFloored,
  isStriped,
  type LedgerAccount,
  lockAccounts,
  lockStripes,
  rowsOfAccount,
} from './accounts.server';
import { assertMonthsOpen } from './closedMonths.server';
import { journalMac } from './journalMac.server';

/** Movement of `amount` cents (positive), debited to one account and credited to another. */
export type Leg = { debit: AccountRef; credit: AccountRef; amount: bigint };

export type JournalEntry = {
  kind: JournalKind;
  /** Subject of the journal. Kind and subject together are unique, so that an effect happens only once. */
  ref: string;
  /** `investor:<id>`, `admin:<id>` or `system`. */
  actor: string;
  approver?: string;
  reason?: string;
  /** Journal that this one reverses. */
  reverses?: string;
  /** Effective date, by the product's clock. */
  effectiveAt: Date;
  legs: Leg[];
};

export type PostError =
  /** An account with a floor would fall below zero. Nothing was written. */
  | { code: 'insufficient'; account: string; balance: bigint }
  /** This kind of effect on this subject was posted before. Nothing was written. */
  | { code: 'already-posted' };

export type PostedJournal = { journalId: string };

/** Posts a journal with its transfers and balances in the caller's transaction, completely or not at all. */
export async function post(tx: Handle, entry: JournalEntry): Promise<Result<PostedJournal, PostError>> {
  const [result] = await postMany(tx, [entry]);
  return result as Result<PostedJournal, PostError>;
}

/**
 * Posts entries in order, with as many queries as for one entry. On SQLite nothing else runs meanwhile, so callers pass
 * a few hundred at most.
 */
export async function postMany(tx: Handle, entries: JournalEntry[]): Promise<Result<PostedJournal, PostError>[]> {
  // Both queries share one round trip on PostgreSQL.
  const [books, effects] = await Promise.all([
    lockRowsFor(tx, entries),
    findPostedEffects(tx, entries),
    assertMonthsOpen(tx, entries),
  ]);
  const draft: PostingDraft = { rowsByName: books, changedNames: new Set(), journals: [], transfers: [] };
  const results: Result<PostedJournal, PostError>[] = [];
  for (const entry of entries) {
    const isPosted = effects.has(effectKey(entry));
    const result: Result<PostedJournal, PostError> = isPosted
      ? { ok: false, error: { code: 'already-posted' } }
      : await addOrBorrow(tx, draft, entry);
    if (result.ok) {
      effects.add(effectKey(entry));
      settleReceivables(draft, entry, result.value.journalId);
    }
    results.push(result);
  }
  if (draft.journals.length > 0) {
    const changed = Array.from(draft.changedNames, (name) => draft.rowsByName.get(name) as LedgerAccount);
    await Promise.all([
      insertAll(tx, journal, draft.journals),
      // Accounts are written before transfers, so that a concurrent change is reported as a conflict of the balance.
      insertAll(
        tx,
        account,
        changed.map((row) => ({ ...row, mac: accountMac(row) })),
        ['debits', 'credits', 'version', 'mac'],
      ),
      insertAll(tx, transfer, draft.transfers),
    ]);
  }
  return results;
}

const effectKey = ({ kind, ref }: { kind: string; ref: string }): string => `${kind} ${ref}`;

/** Movement between two rows of accounts, named as by `rowName`. */
type RowLeg = { debit: string; credit: string; amount: bigint };

/** Stripes of the operator's accounts that a transaction holds, in the order of locking. */
const lockedStripes = new WeakMap<Handle, Set<number>>();

/**
 * Returns the stripe of the operator's accounts that an entry uses: that of its first user, or the first stripe that
 * the transaction already holds if the user's is not among them. Locking one more could cause a deadlock.
 */
function stripeFor(tx: Handle, { legs }: JournalEntry): number {
  const own = getStripe(legs.flatMap(({ debit, credit }) => debit.owner ?? credit.owner ?? [])[0] ?? null);
  const [first = own, ...others] = lockedStripes.get(tx) ?? [];
  return others.includes(own) ? own : first;
}

/** Journals and transfers to write, with the resulting rows of accounts by name. */
type PostingDraft = {
  rowsByName: Map<string, LedgerAccount>;
  changedNames: Set<string>;
  journals: (typeof journal.$inferSelect)[];
  transfers: (typeof transfer.$inferSelect)[];
};

/**
 * Adds one entry to the draft. If one stripe of an operator's account has too little money and the others have enough,
 * first adds a journal that moves money between them.
 */
async function addOrBorrow(
  tx: Handle,
  draft: PostingDraft,
  entry: JournalEntry,
): Promise<Result<PostedJournal, PostError>> {
  const stripe = stripeFor(tx, entry);
  const nameOf = (ref: AccountRef) => rowName(ref.code, isStriped(ref) ? stripe : 0);
  const legs = entry.legs.map(({ debit, credit, amount }) => ({
    debit: nameOf(debit),
    credit: nameOf(credit),
    amount,
  }));
  const striped = new Set(entry.legs.flatMap(({ debit, credit }) => [debit, credit].filter(isStriped)).map(nameOf));
  for (;;) {
    const result = addJournal(draft, entry, legs);
    if (result.ok) return result;
    const { row, short, balance } = result.error;
    const { code } = draft.rowsByName.get(row) as LedgerAccount;
    const others = striped.has(row) ? await stripesWithMoney(tx, draft, row) : [];
    const inOthers = others.reduce((sum, other) => sum + calculateBalance(other), 0n);
    if (inOthers < short)
      return { ok: false, error: { code: 'insufficient', account: code, balance: balance + inOthers } };
    const loans = chooseLoans(others, short);
    const unlocked = loans.flatMap(({ from: { stripe } }) =>
      draft.rowsByName.has(rowName(code, stripe)) ? [] : stripe,
    );
    if (unlocked.length > 0) {
      for (const found of await lockStripes(tx, code, unlocked))
        if (unlocked.includes(found.stripe)) draft.rowsByName.set(rowName(code, found.stripe), found);
      // Checks the balances again, since they may have changed before the lock.
      continue;
    }
    const moves = loans.map(({ from, amount }): RowLeg => {
      const name = rowName(code, from.stripe);
      return from.normalSide === 'credit' ? { debit: name, credit: row, amount } : { debit: row, credit: name, amount };
    });
    const { effectiveAt } = entry;
    addOrThrow(draft, { kind: 'stripes-levelled', ref: newId(), actor: 'system', effectiveAt }, moves);
  }
}

const creditedUsers = ({ legs }: JournalEntry): string[] => [
  ...new Set(
    legs.flatMap(({ credit: { code, owner } }) => (owner && code === availableAccount(owner).code ? owner : [])),
  ),
];

/** Settles users' debts from the amounts that an entry made available to them. */
function settleReceivables(draft: PostingDraft, entry: JournalEntry, journalId: string): void {
  // The reversal of the deposit, which follows in the same transaction, debits this amount.
  if (entry.kind === 'receivable-booked') return;
  for (const user of creditedUsers(entry)) {
    const [own, owed] = [
      draft.rowsByName.get(availableAccount(user).code),
      draft.rowsByName.get(receivableAccount(user).code),
    ];
    const amount = own && owed ? smaller(calculateBalance(own), calculateBalance(owed)) : 0n;
    if (amount === 0n) continue;
    const legs = [{ debit: availableAccount(user).code, credit: receivableAccount(user).code, amount }];
    const ref = `${journalId}:${user}`;
    addOrThrow(draft, { kind: 'receivable-settled', ref, actor: 'system', effectiveAt: entry.effectiveAt }, legs);
  }
}

/**
 * Returns the other stripes of a row's account with a positive balance, largest first. Stripes in the draft have their
 * balances from there.
 */
async function stripesWithMoney(tx: Handle, draft: PostingDraft, row: string): Promise<LedgerAccount[]> {
  const { code, id } = draft.rowsByName.get(row) as LedgerAccount;
  const stripes = await rowsOfAccount(tx, code);
  return stripes
    .map((found) => draft.rowsByName.get(rowName(code, found.stripe)) ?? found)
    .filter((each) => each.id !== id && calculateBalance(each) > 0n)
    .sort((a, b) => (calculateBalance(a) > calculateBalance(b) ? -1 : 1));
}

/**
 * Returns amounts of at least `short` cents that other stripes lend. A stripe lends half of its balance if that is enough, to avoid
 * frequent loans.
 */
function chooseLoans(others: LedgerAccount[], short: bigint): { from: LedgerAccount; amount: bigint }[] {
  const loans: { from: LedgerAccount; amount: bigint }[] = [];
  let missing = short;
  for (const from of others) {
    if (missing <= 0n) break;
    const all = calculateBalance(from);
    const half = all / 2n;
    const amount = missing <= half ? half : all;
    loans.push({ from, amount });
    missing -= amount;
  }
  return loans;
}

/** Row whose balance a journal would bring `short` cents below zero, and its balance in cents before. */
type Shortage = { row: string; short: bigint; balance: bigint };

type JournalHead = Omit<JournalEntry, 'legs'>;

function addOrThrow(draft: PostingDraft, head: JournalHead, legs: RowLeg[]): void {
  const added = addJournal(draft, head, legs);
  if (!added.ok) throw new Error(`${head.kind} ${head.ref} lacks ${added.error.short} cents in ${added.error.row}`);
}

/** Adds one journal to the draft; if an account lacks money, leaves the draft unchanged and returns the shortage. */
function addJournal(draft: PostingDraft, entry: JournalHead, legs: RowLeg[]): Result<PostedJournal, Shortage> {
  if (legs.length === 0) throw new RangeError('A journal has at least one transfer');
  const journalId = newId();
  // Copies of the rows, which replace those of the draft only if every leg succeeds.
  const moved = new Map<string, LedgerAccount>();
  const side = (name: string): LedgerAccount => {
    const known = moved.get(name) ?? { ...(draft.rowsByName.get(name) as LedgerAccount) };
    moved.set(name, known);
    return known;
  };
  const lines: (typeof transfer.$inferSelect)[] = [];
  const names: { debitAccountId: string; creditAccountId: string }[] = [];
  for (const [leg, { debit, credit, amount }] of legs.entries()) {
    if (amount <= 0n) throw new RangeError(`A transfer moves more than nothing, not ${amount}`);
    const from = side(debit);
    const to = side(credit);
    from.debits += amount;
    from.version += 1;
    to.credits += amount;
    to.version += 1;
    for (const [row, changed] of [
      [debit, from],
      [credit, to],
    ] as const) {
      const balance = calculateBalance(changed);
      if (changed.floored && balance < 0n)
        return { ok: false, error: { row, short: -balance, balance: balance + amount } };
    }
    lines.push({
      id: newId(),
      journalId,
      leg,
      debitAccountId: from.id,
      creditAccountId: to.id,
      amount,
      debitBalance: calculateBalance(from),
      creditBalance: calculateBalance(to),
      debitVersion: from.version,
      creditVersion: to.version,
    });
    names.push({ debitAccountId: debit, creditAccountId: credit });
  }
  const { kind, ref: businessRef, actor, approver = null, reason = null, reverses = null, effectiveAt } = entry;
  const recordedAt = systemNow();
  const head = { id: journalId, kind, businessRef, actor, approver, reason, reverses, effectiveAt, recordedAt };
  const mac = journalMac(
    head,
    lines.map((line, at) => ({ ...line, ...names[at] })),
  );
  draft.journals.push({ ...head, mac });
  draft.transfers.push(...lines);
  for (const [name, changed] of moved) {
    draft.rowsByName.set(name, changed);
    draft.changedNames.add(name);
  }
  return done({ journalId });
}

/**
 * Locks the rows of accounts that some entries move, and returns them by name. A missing row is created in memory, and
 * written with the posting.
 */
async function lockRowsFor(tx: Handle, entries: JournalEntry[]): Promise<Map<string, LedgerAccount>> {
  const refs = new Map<string, AccountRef>();
  const requested = new Map<string, AccountRef & { stripe: number }>();
  const stripes = new Set<number>();
  for (const entry of entries) {
    const own = stripeFor(tx, entry);
    for (const ref of entry.legs.flatMap(({ debit, credit }) => [debit, credit])) {
      if (isStriped(ref)) stripes.add(own);
      const stripe = isStriped(ref) ? own : 0;
      refs.set(ref.code, ref);
      requested.set(rowName(ref.code, stripe), { ...ref, stripe });
    }
  }
  lockedStripes.set(tx, new Set([...(lockedStripes.get(tx) ?? []), ...stripes]));
  const owed = [...new Set(entries.flatMap(creditedUsers))].map(receivableAccount);
  const found = await lockAccounts(tx, [...refs.values(), ...owed], [...stripes]);
  const books = new Map(found.map((row) => [rowName(row.code, row.stripe), row]));
  for (const [name, { code, stripe, owner: ownerId, normalSide }] of requested) {
    if (books.has(name)) continue;
    const empty = { debits: 0n, credits: 0n, version: 0, mac: '' };
    books.set(name, { id: newId(), code, stripe, ownerId, normalSide, floored: isFloored({ code }), ...empty });
  }
  return books;
}

async function findPostedEffects(tx: Handle, entries: JournalEntry[]): Promise<Set<string>> {
  const refs = new Map<string, string[]>();
  for (const { kind, ref } of entries) {
    const ofKind = refs.get(kind);
    if (ofKind) ofKind.push(ref);
    else refs.set(kind, [ref]);
  }
  const posted = await Promise.all(
    Array.from(refs, ([kind, ofKind]) => findAll(tx, journal, { kind, businessRef: ofKind })),
  );
  return new Set(posted.flat().map(({ kind, businessRef }) => effectKey({ kind, ref: businessRef })));
}

/** Posts an entry that the caller has already checked. A refusal throws, which rolls back the transaction. */
export async function mustPost(tx: Handle, entry: JournalEntry): Promise<PostedJournal> {
  const posted = await post(tx, entry);
  if (!posted.ok) throw new Error(`${entry.kind} ${entry.ref} could not be posted: ${posted.error.code}`);
  return posted.value;
}
