import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Installation } from './installation';

/** How many rows an installation's database has, seen from outside its process. */
export function countRows(
  { dataDir }: Installation,
  { table, where = '1 = 1' }: { table: string; where?: string },
): number {
  const database = new Database(join(dataDir, 'mirrorbook.db'), { readonly: true });
  try {
    const row = database.prepare(`select count(*) as n from "${table}" where ${where}`).get() as { n: number };
    return row.n;
  } finally {
    database.close();
  }
}
