import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'tests/integration';

/**
 * Pattern that marks a file, or a group (`onBothEngines('money races', ...)`), whose behaviour depends on the engine.
 */
const MARK = /^\/\/ On both engines: .+\.$|^ *onBothEngines\('/m;

export const isOnBothEngines = (file: string): boolean => MARK.test(readFileSync(file, 'utf8'));

/** Returns the paths of all test files of use cases, from the project's root. */
export const filesOfUseCases = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(FOLDER, name).replaceAll('\\', '/'))
    .sort();
