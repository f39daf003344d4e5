import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import type { Installation } from './installation';

/** The environment of an installation that trouble can be made for. */
export const TROUBLED = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../fault/trouble.mjs'))}`,
};

type Trouble = 'disk full' | 'disk has room' | 'an error in a timer' | 'a rejection that nobody waits for';

/** Makes trouble inside the serving process; resolves once it is made. */
export async function makeTrouble({ dataDir, pid }: Installation, trouble: Trouble): Promise<void> {
  const asked = join(dataDir, 'trouble');
  writeFileSync(asked, trouble);
  process.kill(pid, 'SIGUSR2');
  await vi.waitUntil(() => !existsSync(asked), { timeout: 10_000, interval: 10 });
}
