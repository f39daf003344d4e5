import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fillFromBackup } from '~/backups/readBackup.server';
import { writeBackup } from '~/backups/writeBackup.server';
import { open as openPostgres } from '~/platform/db/engines/postgres.server';
import { open as openSqlite } from '~/platform/db/engines/sqlite.server';

/** Restores the demonstration from a backup of the template, which takes a third of the time of filling it. */
export async function demonstrationOnPostgres(url: string, dataDir: string): Promise<void> {
  const template = process.env.DEMONSTRATION_TEMPLATE;
  if (!template) throw new Error('There is no template of the demonstration');
  // Copies the sessions, secrets and uploads of the demonstration.
  const isDatabase = (path: string) => basename(path).startsWith('mirrorbook.db');
  cpSync(template, dataDir, { recursive: true, filter: (path) => !isDatabase(path) });
  const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-moved-'));
  try {
    const backup = join(folder, 'backup');
    // The template serves all files of a run, so a copy is read.
    cpSync(join(template, 'mirrorbook.db'), join(folder, 'it.db'));
    const [source, target] = [await openSqlite(`file:${join(folder, 'it.db')}`), await openPostgres(url)];
    try {
      const about = { engine: 'sqlite', madeAt: new Date(0).toISOString() } as const;
      const { level } = await source.withSnapshot((moment) => writeBackup(moment, backup, about));
      await target.replaceWith(level, (filling) => fillFromBackup(backup, filling), false);
    } finally {
      await Promise.all([source.close(), target.close()]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
