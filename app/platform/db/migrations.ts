import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UnknownVersionError } from './errors';

/** The project's root: where `drizzle/` and `package.json` are, seen from the sources and from the build alike. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (folder !== dirname(folder)) {
    try {
      if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'mirrorbook') return folder;
    } catch {
      // Not here; look one folder up.
    }
    folder = dirname(folder);
  }
  throw new Error('The project root was not found');
}

/** The folder of an engine's migrations. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres'): string => join(projectRoot(), 'drizzle', engine);

/** When each migration of the folder was made, milliseconds, oldest first: what the engine's own table records. */
function knownMigrations(folder: string): number[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return entries.map((entry) => entry.when);
}

/**
 * @param applied when the newest migration that the database has was made, or null for an empty database
 * @returns whether there is anything to apply
 * @throws UnknownVersionError when a version made the database that this one does not know
 */
export function pending(folder: string, applied: number | null): boolean {
  const known = knownMigrations(folder);
  const newest = known.at(-1) ?? 0;
  if (applied === null || applied === newest) return applied === null;
  if (known.includes(applied)) return true;
  throw new UnknownVersionError(
    applied > newest
      ? 'This database was written by a newer version of Mirrorbook. Start that version, or restore an older backup.'
      : 'This database was written by a version of Mirrorbook before 1.0.0, or between two releases, which this one can’t bring up to date. Name another DATABASE_URL or DATA_DIR, or move this one away, and start again.',
  );
}
