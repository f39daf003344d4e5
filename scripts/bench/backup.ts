import { type BackupFigures, onBothEngines, rounded } from './engines';

/**
 * Backing up and restoring 100,000 users and a million transfers (`BENCH_USERS`, `BENCH_TRANSFERS` for other sizes), and the
 * move of what SQLite has into PostgreSQL.
 */
export async function bench(): Promise<void> {
  const measured = await onBothEngines<BackupFigures>('./backup.engine.ts');
  console.table(
    Object.entries(measured).map(([engine, { database, file, memory, backup, restore, move }]) => ({
      engine,
      'database MB': rounded(database / 1e6),
      'backup MB': rounded(file / 1e6),
      'backup s': rounded(backup),
      'restore s': rounded(restore),
      ...(move === null ? {} : { 'move from SQLite s': rounded(move) }),
      'most memory MB': rounded(memory / 1e6),
    })),
  );
}
