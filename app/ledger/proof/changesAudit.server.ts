import { inArray } from 'drizzle-orm';
import { account, transfer } from '#drizzle/schema';
import { drainAlteredRows, read, write } from '~/platform/db/index.server';
import { filterAccountsWithInvalidMac } from '../posting/accounts.server';
import { type AuditFinding, runFrequentChecks } from './audit.server';
import { isInChain } from './heads.server';
import { findAlteredAmong, findAlteredRows, findMissingRows, listSealedTables } from './rowAudit.server';
import { type ChainLink, type SealedBatch, verifySeals } from './seal.server';

/* Audits the rows written since the last audit, and open rows that decide about payments. */

/**
 * Number of seals per call of `auditChanges`, which takes a tenth of a second and serves requests between its batches.
 */
const SEALS_PER_READ = 1_000;
/** Number of accounts or journals per statement. */
const BATCH_SIZE = 200;

/**
 * Result of an audit of changes. `last` is the last verified link of the chain of seals; `more` is true if seals may
 * follow it.
 */
export type ChangesReport = { findings: AuditFinding[]; last: ChainLink; more: boolean };

/** Verifies the seals after a link, and compares the current rows and balances with the sealed ones. */
export async function auditChanges(from: ChainLink): Promise<ChangesReport> {
  const touched: SealedBatch = { journals: [], rows: [] };
  const { broken, last } = await verifySeals(from, {
    limit: SEALS_PER_READ,
    onSealed: ({ journals, rows }) => {
      touched.journals.push(...journals);
      touched.rows.push(...rows);
    },
  });
  if (from.position > 0 && !(await isInChain(read(), from)))
    broken.push({ row: `seal ${from.position}`, detail: 'is gone, or another than it was at the last audit' });
  return {
    findings: [
      ...toFindings('the seals have no gap and verify', broken),
      ...toFindings('each row is what its newest version says', await findAltered(touched.rows)),
      ...toFindings('each stored balance equals its transfers replayed', await findWrongBalances(touched.journals)),
    ],
    last,
    more: last.position - from.position >= SEALS_PER_READ,
  };
}

type RowFinding = Omit<AuditFinding, 'invariant'>;

const toFindings = (invariant: string, found: RowFinding[]): AuditFinding[] =>
  found.map((each) => ({ invariant, ...each }));

/** Returns which of some sealed rows were altered or deleted. */
async function findAltered(rows: SealedBatch['rows']): Promise<RowFinding[]> {
  const found: RowFinding[] = [];
  for (const sealed of listSealedTables()) {
    const keys = new Set(rows.flatMap(({ thing, rowKey }) => (thing === sealed.name ? rowKey : [])));
    found.push(...(await findAlteredAmong(sealed, [...keys])));
  }
  return found;
}

/** Lists the accounts moved by some journals whose balance differs from that after their newest transfer. */
async function findWrongBalances(journals: string[]): Promise<RowFinding[]> {
  const ids = new Set<string>();
  for (const some of batchesOf(journals)) {
    const lines = await read()
      .select({ debit: transfer.debitAccountId, credit: transfer.creditAccountId })
      .from(transfer)
      .where(inArray(transfer.journalId, some));
    for (const { debit, credit } of lines) ids.add(debit).add(credit);
  }
  const found: RowFinding[] = [];
  for (const some of batchesOf([...ids])) {
    const rows = () => read().select().from(account).where(inArray(account.id, some));
    const suspect = (await filterAccountsWithInvalidMac(read(), await rows())).map(({ id }) => id);
    if (suspect.length === 0) continue;
    // A concurrent posting looks like a fault, so suspicious rows are read again in one transaction.
    const off = await write(async (tx) =>
      filterAccountsWithInvalidMac(tx, await tx.select().from(account).where(inArray(account.id, suspect))),
    );
    for (const { code } of off) found.push({ row: code, detail: 'the balance is not what its newest transfer left' });
  }
  return found;
}

function* batchesOf(all: string[]): Generator<string[]> {
  for (let from = 0; from < all.length; from += BATCH_SIZE) yield all.slice(from, from + BATCH_SIZE);
}

/**
 * Returns the findings of the frequent checks and of the tables that are audited often, and the altered rows that this
 * process has read.
 */
export async function auditDecisiveRows(): Promise<AuditFinding[]> {
  const findings = await runFrequentChecks();
  const met = drainAlteredRows().map((row) => ({ row, detail: 'was met as altered when it was read' }));
  findings.push(...toFindings('each row is what its newest version says', met));
  for (const sealed of listSealedTables()) {
    const { often } = sealed;
    if (!often) continue;
    const altered = await findAlteredRows(sealed, often === 'whole' ? null : often.open);
    findings.push(...toFindings('each row is what its newest version says', altered));
    if (often === 'whole')
      findings.push(...toFindings('each version is of a row that is there', await findMissingRows(sealed)));
  }
  return findings;
}
