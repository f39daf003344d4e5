// `npm run adopt`: makes a restored installation the production: it sends mails and alerts again. May run beside its server.
import './environment.mjs';
import { closeDatabase, write } from '~/platform/db/index.server';
import { openInstallation } from '~/platform/installation/index.server';
import { adopt } from '~/platform/installation/isolation.server';

try {
  await openInstallation();
  const isAdopted = await write(adopt);
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
