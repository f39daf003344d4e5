import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the project's root with `drizzle/` and `package.json`, from the sources and from the build. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (folder !== dirname(folder)) {
    try {
      if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'mirrorbook') return folder;
    } catch {
      // Try the parent folder.
    }
    folder = dirname(folder);
  }
  throw new Error('The project root was not found');
}

export const migrationsFolder = (engine: 'sqlite' | 'postgres'): string => join(projectRoot(), 'drizzle', engine);
