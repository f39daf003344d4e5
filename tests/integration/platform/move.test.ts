import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeBackup, restoreBackup } from '~/backups/index.server';
import { audit } from '~/ledger/proof/audit.server';
import { hasNewestHead, recordRestoredHead } from '~/ledger/proof/heads.server';
import { getPaymentBlock } from '~/ledger/proof/paymentsWait.server';
import { sealAll, sealNextBatch } from '~/ledger/proof/seal.server';
import { HOUR } from '~/platform/clock';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { getIsolationTime } from '~/platform/installation/isolation.server';
import { closeForMove } from '~/platform/installation/move.server';
import { setStorageNames } from '~/platform/storage/index.server';
import { clock, emptyDatabase, useDatabase } from '../../support/database';
import { LIVE } from '../../support/liveEnvironment';
import { makeUser } from '../../support/people/people';

useDatabase(LIVE);
beforeEach(async () => {
  setStorageNames([], false);
  await prepareInstallation();
});

describe('a planned move in live mode', () => {
  /** Closes the installation and backs it up, then opens an empty database in its place. */
  async function moved(): Promise<string> {
    await makeUser({}, { dollars: 100 });
    while (await sealNextBatch());
    await closeForMove();
    await sealAll({ always: true });
    const folder = join(env().DATA_DIR, 'backups', 'moved');
    await makeBackup(folder);
    await expect(prepareInstallation()).rejects.toThrow(/closed on .* to be moved/);
    await closeDatabase();
    await openDatabase(await emptyDatabase());
    return folder;
  }
  const restore = (folder: string, replace = false) => restoreBackup(folder, { replace, isNewest: hasNewestHead });

  test('lets payments continue, as nothing was paid after the last seal, and is adopted like any other', async () => {
    expect(await restore(await moved())).toMatchObject({ moved: true });
    await recordRestoredHead();
    await prepareInstallation();
    expect(await getPaymentBlock()).toBeNull();
    expect(getIsolationTime()).toBeInstanceOf(Date);
    while (await sealNextBatch());
    expect((await audit()).findings).toEqual([]);
  });

  test('is a restore like any other once the books continued elsewhere, or after a day', async () => {
    const folder = await moved();
    await restore(folder);
    await recordRestoredHead();
    await makeUser({}, { dollars: 100 });
    await sealAll({ always: true });
    expect(await restore(folder, true)).toMatchObject({ moved: false });
    await recordRestoredHead();
    await prepareInstallation();
    expect(await getPaymentBlock()).toMatchObject({ kind: 'restored' });

    clock.advance(25 * HOUR);
    expect(await restore(folder, true)).toMatchObject({ moved: false });
    expect(await getPaymentBlock()).toMatchObject({ kind: 'restored' });
  });
});
