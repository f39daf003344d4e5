// `npm run adopt`: adopts a restored installation as the production, so that it sends mails and alerts again. May run
// while its server runs.
import './environment.mjs';
import { recordRestoredHead, storeHead } from '~/ledger/proof/heads.server';
import { closeDatabase, write } from '~/platform/db/index.server';
import { openInstallation } from '~/platform/installation/index.server';
import { adoptInstallation, refreshIsolation } from '~/platform/installation/isolation.server';

try {
  await openInstallation();
  const isAdopted = await write(adoptInstallation);
  await refreshIsolation();
  // If the storage is unreachable, the server's job does it later.
  if (isAdopted)
    await recordRestoredHead()
      .then(storeHead)
      .catch((error: Error) => console.error(error.message));
  console.log(
    isAdopted
      ? 'Adopted. This installation sends mails and alerts again; make sure that no other one runs from the same books.'
      : 'Nothing to do: this installation is not a restored one that waits to be adopted.',
  );
  await closeDatabase();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
