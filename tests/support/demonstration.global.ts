import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Installation } from './installation';

/**
 * Fills one installation with the demonstration, which most tests of served installations begin with; each of them starts
 * with a copy of its folder.
 */
export default async function fillDemonstration(): Promise<() => Promise<void>> {
  const filled = new Installation();
  await filled.start();
  await filled.stop();
  // What belongs to that process alone.
  rmSync(join(filled.dataDir, 'clock'), { force: true });
  process.env.DEMONSTRATION_TEMPLATE = filled.dataDir;
  return async () => {
    delete process.env.DEMONSTRATION_TEMPLATE;
    await filled.remove();
  };
}
