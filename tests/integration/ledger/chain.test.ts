// On both engines: seals.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { installation, seal, user as userTable } from '#drizzle/schema';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { checkSealKeys } from '~/ledger/proof/sealKeys.server';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { useDatabase } from '../../support/database';
import { SEAL_SECRET, testEnv } from '../../support/environment';
import { makeUser } from '../../support/people/people';
import { behindTheBack } from './ledger.fixtures';

useDatabase();

const sealAll = async () => {
  while (await sealNextBatch());
};

test('a missing chain is not started again if its heads are missing too', async () => {
  await prepareInstallation();
  await makeUser({}, { dollars: 100 });
  await sealAll();
  await behindTheBack('delete from seal');
  // Simulates another machine, or this one after the loss of its folder.
  testEnv();
  await expect(sealNextBatch()).rejects.toThrow('The chain of seals is missing');
});

test('a missing chain is not started again', async () => {
  await prepareInstallation();
  await makeUser({}, { dollars: 100 });
  await sealAll();
  await behindTheBack('delete from seal');
  await makeUser({}, { dollars: 100 });
  await expect(sealNextBatch()).rejects.toThrow('The chain of seals ends before its head');
  expect(await read().select().from(seal)).toEqual([]);
  const [row] = await read().select().from(installation);
  expect(row?.chainBegunAt).not.toBeNull();
});

test('an altered row is not changed by the product', async () => {
  const user = await makeUser();
  await behindTheBack(`update "user" set status = 'closed' where id = '${user.id}'`);
  const change = write((tx) => tx.update(userTable).set({ firstName: 'Eve' }).where(eq(userTable.id, user.id)));
  await expect(change).rejects.toThrow(`user ${user.id} does not match its seal`);
  const [row] = await read().select().from(userTable).where(eq(userTable.id, user.id));
  expect(row?.firstName).toBe('Ann');
});

test('a start needs every secret that seals were made with', async () => {
  await prepareInstallation();
  await sealAll();
  await checkSealKeys();
  const another = { SEAL_SECRET: 'a-newer-secret-for-the-seals-of-the-tests' };
  testEnv(another);
  await expect(checkSealKeys()).rejects.toThrow('SEAL_SECRETS_OLD does not list a secret');
  testEnv({ ...another, SEAL_SECRETS_OLD: SEAL_SECRET });
  await checkSealKeys();
});
