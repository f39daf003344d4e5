import { hash } from 'node:crypto';
import { z } from 'zod';
import type { BackupValue, DatabaseSnapshot, RowCounts } from '~/platform/db/engine';
import type { TableLayout } from '~/platform/db/levels';
import { toCanonicalJson } from '~/platform/db/sealed/sealedTable';

/*
 * Backup file: gzipped lines of JSON, independent of the engine. The file has a head, each table's columns and rows,
 * digests, and a checksum.
 */

export const BACKUP_FORMAT = 1;
export const CHUNK_BYTES = 256 * 1024;

const countsSchema = z.record(z.string(), z.number());

export const headSchema = z.object({
  mirrorbook: z.literal('backup'),
  format: z.number(),
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  level: z.string(),
  mode: z.string(),
  keys: z.object({ seal: z.string(), session: z.string() }),
  rows: countsSchema,
  books: z.object({ debits: z.string(), credits: z.string(), seals: z.number(), lastSeal: z.string() }),
});

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
export const footSchema = z.object({ digests: z.record(z.string(), z.string()), sha256: z.string() });

export type BackupHead = z.infer<typeof headSchema>;
export type BackupTrailer = z.infer<typeof footSchema>;

export class BackupError extends Error {
  override name = 'BackupError';
}

const quoted = (name: string) => `"${name}"`;

export async function countContents(
  moment: DatabaseSnapshot,
  tables: TableLayout[],
): Promise<Pick<BackupHead, 'mode' | 'keys' | 'rows' | 'books'>> {
  const [installation] = await moment.rows('select * from installation');
  if (!installation) throw new BackupError('There is no installation here: its database was never created');
  const rows: RowCounts = {};
  for (const { name } of tables) {
    const [found] = await moment.rows(`select count(*) as n from ${quoted(name)}`);
    rows[name] = Number(found?.n);
  }
  return {
    mode: String(installation.mode),
    keys: { seal: String(installation.seal_fingerprint), session: String(installation.session_fingerprint) },
    rows,
    books: await readBooksSummary(moment),
  };
}

/** The sum is read as text, since a driver may round a large number. */
const BALANCE_SUMS_QUERY =
  'select cast(sum(debits) as text) as debits, cast(sum(credits) as text) as credits from account';

async function readBooksSummary(moment: DatabaseSnapshot): Promise<BackupHead['books']> {
  const [totals] = await moment.rows(BALANCE_SUMS_QUERY);
  const [last] = await moment.rows('select position, hash from seal order by position desc limit 1');
  return {
    debits: String(totals?.debits ?? 0),
    credits: String(totals?.credits ?? 0),
    seals: Number(last?.position ?? 0),
    lastSeal: String(last?.hash ?? ''),
  };
}

/** Adds up the hashes of a table's rows. The sum does not depend on their order or on the engine's JSON format. */
export function digestOf({ columns }: TableLayout) {
  const json = columns.flatMap(({ kind }, at) => (kind === 'json' ? [at] : []));
  let sum = 0n;
  return {
    add: (row: BackupValue[]): string => {
      const line = JSON.stringify(row);
      let canonical = line;
      if (json.length > 0) {
        const same = [...row];
        for (const at of json) same[at] = row[at] === null ? null : toCanonicalJson(row[at]);
        canonical = JSON.stringify(same);
      }
      sum = BigInt.asUintN(64, sum + hash('sha256', canonical, 'buffer').readBigUInt64LE(0));
      return line;
    },
    text: () => sum.toString(16),
  };
}

export function assertEqual(what: string, expected: Record<string, unknown>, found: Record<string, unknown>): void {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (expected[name] === found[name]) continue;
    throw new BackupError(`${what}: ${name} ${found[name] ?? 'missing'} instead of ${expected[name] ?? 'none'}`);
  }
}
