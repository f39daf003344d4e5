import { asc, type Column, inArray, sql } from 'drizzle-orm';
import { account, journal, transfer } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { calculateMac, isMacValid, type MacInput } from '~/platform/mac';
import { rowName } from '../chartOfAccounts';

/** Reads the raw database value, since an altered value may not be parseable. */
const rawText = (column: Column) => sql<string | null>`cast(${column} as text)`;

export const journalMacColumns = {
  id: rawText(journal.id),
  kind: rawText(journal.kind),
  businessRef: rawText(journal.businessRef),
  actor: rawText(journal.actor),
  approver: rawText(journal.approver),
  reason: rawText(journal.reason),
  reverses: rawText(journal.reverses),
  effectiveAt: rawText(journal.effectiveAt),
  recordedAt: rawText(journal.recordedAt),
};

const transferMacColumns = {
  id: rawText(transfer.id),
  leg: rawText(transfer.leg),
  debitAccountId: rawText(transfer.debitAccountId),
  creditAccountId: rawText(transfer.creditAccountId),
  amount: rawText(transfer.amount),
  debitBalance: rawText(transfer.debitBalance),
  creditBalance: rawText(transfer.creditBalance),
  debitVersion: rawText(transfer.debitVersion),
  creditVersion: rawText(transfer.creditVersion),
};

type AnyValues<T> = { [key in keyof T]: unknown };
export type SealedJournal = { [key in keyof typeof journalMacColumns]: string | null };
export type SealedTransfer = { [key in keyof typeof transferMacColumns]: string | null };

const JOURNAL_MAC_FIELDS = Object.keys(journalMacColumns) as (keyof SealedJournal)[];
const TRANSFER_MAC_FIELDS = Object.keys(transferMacColumns) as (keyof SealedTransfer)[];

const toMacInput = (value: unknown): MacInput =>
  value === null ? null : String(value instanceof Date ? value.getTime() : value);

/** Serialises a journal with its transfers as unambiguous input of the MAC. */
export function journalParts(head: AnyValues<SealedJournal>, transfers: AnyValues<SealedTransfer>[]): MacInput[] {
  const parts = JOURNAL_MAC_FIELDS.map((name) => toMacInput(head[name]));
  parts.push(String(transfers.length));
  for (const line of transfers) for (const name of TRANSFER_MAC_FIELDS) parts.push(toMacInput(line[name]));
  return parts;
}

/** Returns a journal's MAC. `transfers` have the names of their accounts' rows instead of IDs. */
export const journalMac = (head: AnyValues<SealedJournal>, transfers: AnyValues<SealedTransfer>[]): string =>
  calculateMac('journal', journalParts(head, transfers));

/** Returns whether a journal's MAC verifies, which proves that the product posted the journal as it is stored. */
export const isJournalMacValid = (mac: string, head: SealedJournal, transfers: SealedTransfer[]): boolean =>
  isMacValid(mac, 'journal', journalParts(head, transfers));

/**
 * Returns the transfers of some journals by journal ID, in the order of their legs. Account IDs are replaced by names
 * from `rowName`.
 */
export async function findTransfers(handle: Reader, journals: string[]): Promise<Map<string, SealedTransfer[]>> {
  const lines = await handle
    .select({ journalId: transfer.journalId, sealed: transferMacColumns })
    .from(transfer)
    .where(inArray(transfer.journalId, journals))
    .orderBy(asc(transfer.leg), asc(transfer.id));
  const names = await rowNamesOf(
    handle,
    lines.flatMap(({ sealed }) => [sealed.debitAccountId, sealed.creditAccountId]),
  );
  const byJournal = new Map<string, SealedTransfer[]>();
  for (const { journalId, sealed } of lines) {
    const ofJournal = byJournal.get(journalId) ?? [];
    byJournal.set(journalId, ofJournal);
    ofJournal.push({
      ...sealed,
      debitAccountId: names.get(sealed.debitAccountId) ?? null,
      creditAccountId: names.get(sealed.creditAccountId) ?? null,
    });
  }
  return byJournal;
}

async function rowNamesOf(handle: Reader, accounts: (string | null)[]): Promise<Map<string | null, string>> {
  const ids = [...new Set(accounts)].filter((id) => id !== null);
  const names = new Map<string | null, string>();
  // Reads in batches, since a statement has a limited number of parameters.
  for (let from = 0; from < ids.length; from += 500) {
    const found = await handle
      .select({ id: account.id, code: account.code, stripe: account.stripe })
      .from(account)
      .where(inArray(account.id, ids.slice(from, from + 500)));
    for (const { id, code, stripe } of found) names.set(id, rowName(code, stripe));
  }
  return names;
}
