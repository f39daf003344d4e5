import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import type { Installation } from './servers/installation';

/** Environment of an installation in which tests can inject faults. */
export const TROUBLED = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../fault/trouble.mjs'))}`,
};

type Trouble =
  | 'disk full'
  | 'disk nearly full'
  | 'disk has room'
  | 'an error in a loader'
  | 'an error in a page that is drawn'
  | 'an error in a form'
  | 'an error in a timer of a request'
  | 'an error in a timer'
  | 'an unhandled rejection of a request';

/** Injects faults into the serving process; resolves once they are active. */
export async function makeTrouble({ dataDir }: Installation, trouble: Trouble): Promise<void> {
  const request = join(dataDir, 'trouble');
  // Writes the file atomically, because another process may be reading it.
  writeFileSync(`${request}.new`, trouble);
  renameSync(`${request}.new`, request);
  await vi.waitUntil(() => !existsSync(request), { timeout: 10_000, interval: 10 });
}
