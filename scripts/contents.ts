import type { Backup } from '~/backups/index.server';

/** Formats the contents of a backup for the terminal: the number of rows of each non-empty table, and the uploads. */
export function formatContents({ rows, files }: Pick<Backup, 'rows' | 'files'>): string {
  const filled = Object.entries(rows).filter(([, n]) => n > 0);
  const all = filled.reduce((sum, [, n]) => sum + n, 0);
  const lines = filled.map(([name, n]) => `  ${String(n).padStart(9)}  ${name}`);
  if (files) lines.push(`  ${String(files.count).padStart(9)}  uploads, ${(files.bytes / 1e6).toFixed(1)} MB`);
  return [`  ${String(all).padStart(9)}  rows in ${filled.length} tables`, ...lines].join('\n');
}
