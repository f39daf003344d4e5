/** Rows behind journals, for tests that post journals by themselves. */
import { eq } from 'drizzle-orm';
import { deposit } from '#drizzle/schema';
import { type JournalEntry, mustPost } from '~/ledger/posting/post.server';
import { audit } from '~/ledger/proof/audit.server';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';

/**
 * Writes the row behind a posted journal: a deposit, or the event of an operator's act. Other kinds are not
 * supported.
 */
export async function announceEntry(
  tx: Handle,
  { kind, ref, legs, effectiveAt }: JournalEntry,
  journalId: string,
): Promise<void> {
  const amount = legs.reduce((sum, leg) => sum + leg.amount, 0n);
  const accounts = legs.flatMap(({ debit, credit }) => [debit, credit]);
  const owner = accounts.find((account) => account.owner !== null)?.owner ?? '';
  if (kind === 'deposit') {
    const method = accounts.find(({ code }) => code.startsWith('custody:'))?.code.slice('custody:'.length) ?? 'manual';
    const dates = { createdAt: effectiveAt, decidedAt: effectiveAt };
    const row = { id: ref, userId: owner, method, amount, received: amount, status: 'approved', ...dates } as const;
    await tx.insert(deposit).values(row);
  } else if (kind === 'deposit-reversed') {
    await tx.update(deposit).set({ status: 'reversed' }).where(eq(deposit.id, ref));
  } else if (/^(operator|reserve)-/.test(kind)) {
    const [thing, thingId] = owner ? ['account', owner] : ['reserve', 'free'];
    const about = { by: SYSTEM_ACTOR, userId: owner || undefined, at: effectiveAt };
    await record(tx, { thing, thingId, event: kind, ...about, details: { journal: journalId } });
  }
}

/** Posts a journal, which must succeed, and writes the row behind it. */
export const postAct = async (tx: Handle, entry: JournalEntry): Promise<void> =>
  announceEntry(tx, entry, (await mustPost(tx, entry)).journalId);

/** Returns the audit's findings except those about journals without a row behind them. */
export const ledgerFindings = async () =>
  (await audit()).findings.filter(({ invariant }) => !invariant.startsWith('each journal tells of a row'));
