import { asc, type Column, inArray, sql } from 'drizzle-orm';
import { account, journal, transfer } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { isMacValid, type MacInput, macOf } from '~/platform/mac';
import { rowName } from '../chartOfAccounts';

/** Reads the raw database value, since an altered value may not be parseable. */
const asText = (column: Column) => sql<string | null>`cast(${column} as text)`;

export const sealedJournal = {
  id: asText(journal.id),
  kind: asText(journal.kind),
  businessRef: asText(journal.businessRef),
  actor: asText(journal.actor),
  approver: asText(journal.approver),
  reason: asText(journal.reason),
  reverses: asText(journal.reverses),
  effectiveAt: asText(journal.effectiveAt),
  recordedAt: asText(journal.recordedAt),
};

const sealedTransfer = {
  id: asText(transfer.id),
  leg: asText(transfer.leg),
  debitAccountId: asText(transfer.debitAccountId),
  creditAccountId: asText(transfer.creditAccountId),
  amount: asText(transfer.amount),
  debitBalance: asText(transfer.debitBalance),
  creditBalance: asText(transfer.creditBalance),
  debitVersion: asText(transfer.debitVersion),
  creditVersion: asText(transfer.creditVersion),
};

type Named<T> = { [key in keyof T]: unknown };
export type SealedJournal = { [key in keyof typeof sealedJournal]: string | null };
export type SealedTransfer = { [key in keyof typeof sealedTransfer]: string | null };

const JOURNAL = Object.keys(sealedJournal) as (keyof SealedJournal)[];
const TRANSFER = Object.keys(sealedTransfer) as (keyof SealedTransfer)[];

const textOf = (value: unknown): MacInput =>
  value === null ? null : String(value instanceof Date ? value.getTime() : value);

/** Serialises a journal with its transfers as unambiguous input of the MAC. */
export function journalParts(head: Named<SealedJournal>, transfers: Named<SealedTransfer>[]): MacInput[] {
  const parts = JOURNAL.map((name) => textOf(head[name]));
  parts.push(String(transfers.length));
  for (const line of transfers) for (const name of TRANSFER) parts.push(textOf(line[name]));
  return parts;
}

/** Returns a journal's MAC. `transfers` have the names of their accounts' rows instead of IDs. */
export const journalMac = (head: Named<SealedJournal>, transfers: Named<SealedTransfer>[]): string =>
  macOf('journal', journalParts(head, transfers));

/** Returns whether the product posted this journal as the database has it. */
export const isJournalMacValid = (mac: string, head: SealedJournal, transfers: SealedTransfer[]): boolean =>
  isMacValid(mac, 'journal', journalParts(head, transfers));

/** Reads the transfers of some journals by journal ID, in the order of their legs. Accounts are given by `rowName`. */
export async function transfersOf(handle: Reader, journals: string[]): Promise<Map<string, SealedTransfer[]>> {
  const lines = await handle
    .select({ journalId: transfer.journalId, sealed: sealedTransfer })
    .from(transfer)
    .where(inArray(transfer.journalId, journals))
    .orderBy(asc(transfer.leg), asc(transfer.id));
  const names = await namesOf(
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

async function namesOf(handle: Reader, accounts: (string | null)[]): Promise<Map<string | null, string>> {
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
