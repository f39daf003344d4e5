import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'tests/integration';

/**
 * Says of a file that its promise depends on the engine, and how: `// On both engines: money races.` at its top, or of a group of
 * its tests, `onBothEngines('money races', ...)`.
 */
const MARK = /^\/\/ On both engines: .+\.$|^ *onBothEngines\('/m;

export const isOnBothEngines = (file: string): boolean => MARK.test(readFileSync(file, 'utf8'));

/** The files of tests of use-cases, with their paths from the project's root. */
export const filesOfUseCases = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(FOLDER, name).replaceAll('\\', '/'))
    .sort();
