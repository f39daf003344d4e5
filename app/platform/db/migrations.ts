import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
