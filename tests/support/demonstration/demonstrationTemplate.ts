import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countRows } from '../people/rows';
import { Installation } from '../servers/installation';

/** Returns whether a journal or row version is unsealed. The audit would report it in copies that start long after. */
const isUnsealed = (installation: Installation): boolean =>
  countRows(installation, {
    table: 'row_version',
    where: 'id not in (select row_version_id from seal where row_version_id is not null)',
  }) +
    countRows(installation, {
      table: 'journal',
      where: 'id not in (select journal_id from seal where journal_id is not null)',
    }) >
  0;

const PAUSE = 200;
const PATIENCE = 120_000;

async function sealed(installation: Installation): Promise<void> {
  for (let waited = 0; isUnsealed(installation); waited += PAUSE) {
    if (waited > PATIENCE) throw new Error('The demonstration was not sealed in time');
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Returns a stopped installation with the sealed demonstration. A copy of its folder is a working installation. */
export async function demonstrationTemplate(): Promise<Installation> {
  const filled = new Installation();
  await filled.start();
  await sealed(filled);
  await filled.stop();
  // The clock file belongs only to the stopped process.
  rmSync(join(filled.dataDir, 'clock'), { force: true });
  return filled;
}
