import { eq, sql } from 'drizzle-orm';
import { account, journal, transfer } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { type Handle, statement } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import type { AccountRef, JournalKind } from './chart';

/** One movement: `amount` cents, more than zero, from the credit side of nothing to nowhere else. */
export type Leg = { debit: AccountRef; credit: AccountRef; amount: bigint };

export type Entry = {
  kind: JournalKind;
  /** What it is about: with the kind it makes the effect unique, whatever runs twice. */
  ref: string;
  /** `investor:<id>`, `admin:<id>` or `system`. */
  actor: string;
  approver?: string;
  reason?: string;
  /** The journal that this one takes back. */
  reverses?: string;
  /** When it counts, by the product's clock. */
  effectiveAt: Date;
  legs: Leg[];
};

export type PostError =
  /** An account with a floor would fall below zero; nothing was written. */
  | { code: 'insufficient'; account: string; balance: bigint }
  /** This kind of effect on this thing is in the books already; nothing was written. */
  | { code: 'already-posted' };

export type Posted = { journalId: string };

type Account = typeof account.$inferSelect;

const findAccount = statement('ledger.find-account', (handle) =>
  handle.select().from(account).where(eq(account.code, sql.placeholder('code'))),
);

const value = sql.placeholder;

const addAccount = statement('ledger.add-account', (handle) =>
  handle.insert(account).values({
    id: value('id'),
    code: value('code'),
    ownerId: value('ownerId'),
    normalSide: value('normalSide'),
    floored: value('floored'),
    debits: 0n,
    credits: 0n,
    version: 0,
  }),
);

const saveAccount = statement('ledger.save-account', (handle) =>
  handle
    .update(account)
    // `set` takes no bare placeholder in its types, although it binds one.
    .set({ debits: sql`${value('debits')}`, credits: sql`${value('credits')}`, version: sql`${value('version')}` })
    .where(eq(account.id, value('id'))),
);

const addJournal = statement('ledger.add-journal', (handle) =>
  handle
    .insert(journal)
    .values({
      id: value('id'),
      kind: value('kind'),
      businessRef: value('ref'),
      actor: value('actor'),
      approver: value('approver'),
      reason: value('reason'),
      reverses: value('reverses'),
      effectiveAt: value('effectiveAt'),
      recordedAt: value('recordedAt'),
    })
    .onConflictDoNothing()
    .returning({ id: journal.id }),
);

const addTransfer = statement('ledger.add-transfer', (handle) =>
  handle.insert(transfer).values({
    id: value('id'),
    journalId: value('journalId'),
    leg: value('leg'),
    debitAccountId: value('debitAccountId'),
    creditAccountId: value('creditAccountId'),
    amount: value('amount'),
    debitBalance: value('debitBalance'),
    creditBalance: value('creditBalance'),
    debitVersion: value('debitVersion'),
    creditVersion: value('creditVersion'),
  }),
);

/** The balance of an account on its normal side, cents. */
export const balanceOf = ({ normalSide, debits, credits }: Pick<Account, 'normalSide' | 'debits' | 'credits'>): bigint =>
  normalSide === 'debit' ? debits - credits : credits - debits;

/**
 * Writes one journal with its transfers and moves the balances, in the caller's transaction.
 * Either all legs are posted or, with an error as the answer, nothing was written.
 */
export async function post(tx: Handle, entry: Entry): Promise<Result<Posted, PostError>> {
  if (entry.legs.length === 0) throw new RangeError('A journal has at least one transfer');
  const touched = new Map<string, Account>();
  const lines = [];
  for (const [leg, { debit, credit, amount }] of entry.legs.entries()) {
    if (amount <= 0n) throw new RangeError(`A transfer moves more than nothing, not ${amount}`);
    const from = await load(tx, touched, debit);
    const to = await load(tx, touched, credit);
    from.debits += amount;
    from.version += 1;
    to.credits += amount;
    to.version += 1;
    for (const side of [from, to]) {
      const balance = balanceOf(side);
      if (side.floored && balance < 0n) {
        return { ok: false, error: { code: 'insufficient', account: side.code, balance: balance + amount } };
      }
    }
    lines.push({
      id: newId(),
      leg,
      debitAccountId: from.id,
      creditAccountId: to.id,
      amount,
      debitBalance: balanceOf(from),
      creditBalance: balanceOf(to),
      debitVersion: from.version,
      creditVersion: to.version,
    });
  }

  const journalId = newId();
  const { approver = null, reason = null, reverses = null, kind, ref, actor, effectiveAt } = entry;
  const recordedAt = systemNow();
  const head = { id: journalId, kind, ref, actor, approver, reason, reverses, effectiveAt, recordedAt };
  const written = await addJournal(tx, head);
  if (written.length === 0) return { ok: false, error: { code: 'already-posted' } };
  for (const line of lines) await addTransfer(tx, { ...line, journalId });
  for (const { id, debits, credits, version } of touched.values()) {
    await saveAccount(tx, { id, debits: BigInt(debits), credits: BigInt(credits), version });
  }
  return done({ journalId });
}

/** `post` where the caller has ruled every refusal out: one is a fault of ours, and takes the transaction back. */
export async function mustPost(tx: Handle, entry: Entry): Promise<Posted> {
  const posted = await post(tx, entry);
  if (!posted.ok) throw new Error(`${entry.kind} ${entry.ref} could not be posted: ${posted.error.code}`);
  return posted.value;
}

async function load(tx: Handle, touched: Map<string, Account>, ref: AccountRef): Promise<Account> {
  const known = touched.get(ref.code);
  if (known) return known;
  const [found] = await findAccount(tx, { code: ref.code });
  const loaded = found ?? (await open(tx, ref));
  touched.set(ref.code, loaded);
  return loaded;
}

async function open(tx: Handle, { code, owner, normalSide }: AccountRef): Promise<Account> {
  // Paper custody may run below zero: simulated reserves are large and nobody sent them.
  const floored = normalSide === 'credit' || !isPaper();
  const made = { id: newId(), code, ownerId: owner, normalSide, floored };
  await addAccount(tx, made);
  return { ...made, debits: 0n, credits: 0n, version: 0 };
}
