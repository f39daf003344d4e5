import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { readEnv } from '~/platform/env';
import { newId } from '~/platform/ids';
import { forgetSingleton, singleton } from '~/platform/singleton';
import { fastFolder } from './servers/fastFolder';

/** Folder for files of tests, shared by the files of a process. */
export const folder = mkdtempSync(join(fastFolder(), 'mirrorbook-test-'));

/** Removes the folder after the tests of a file. */
export function removeFolder(): void {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

/** Seal secret of every environment of a test, and of processes that it starts. */
export const SEAL_SECRET = 'another-secret-for-seals-of-the-tests';

/** Creates an environment for a test: paper mode, a new folder, and the common seal secret. */
export function testEnv(overrides: Record<string, string> = {}): void {
  // The feed depends on the environment and has state, and test files share their process.
  for (const name of ['env', 'market-feed', 'market-responses']) forgetSingleton(name);
  singleton('env', () =>
    readEnv({
      DATA_DIR: join(folder, newId()),
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://mirrorbook.test',
      SEAL_SECRET,
      SESSION_SECRET: 'a-session-secret-of-the-tests-only',
      ...overrides,
    }),
  );
}
