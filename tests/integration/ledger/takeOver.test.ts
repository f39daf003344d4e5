// On both engines: seals.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { event, installation, rowVersion, seal } from '#drizzle/schema';
import { audit } from '~/ledger/proof/audit.server';
import { sealSome } from '~/ledger/proof/seal.server';
import { takeOverInstallation } from '~/ledger/proof/takeOver.server';
import { read, write } from '~/platform/db/index.server';
import { settleInstallation } from '~/platform/installation/index.server';
import { useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { makeUser } from '../../support/people/people';
import { behindTheBack } from './ledger.fixtures';

useDatabase();

/** Takes away what an installation of before did not have. */
const asBefore = () =>
  behindTheBack(
    'delete from seal',
    'delete from row_version',
    'update journal set mac = null',
    'update installation set versions_since = null, chain_begun_at = null',
  );

const sealAll = async () => {
  while (await sealSome());
};

test('an installation of before is taken over, once', async () => {
  await settleInstallation();
  await makeUser({}, { dollars: 100 });
  await asBefore();
  expect((await audit()).findings).not.toEqual([]);

  await takeOverInstallation();
  await sealAll();
  expect((await audit()).findings).toEqual([]);
  const taken = await read().select().from(event).where(eq(event.event, 'take-over'));
  expect(taken).toMatchObject([{ thing: 'installation', details: { findings: '0' } }]);

  const versions = (await read().select().from(rowVersion)).length;
  await takeOverInstallation();
  expect(await read().select().from(rowVersion)).toHaveLength(versions);
});

test('what was forged after that is never taken over', async () => {
  await settleInstallation();
  const user = await makeUser({}, { dollars: 100 });
  await sealAll();
  await behindTheBack(
    `update "user" set username = 'other' where id = '${user.id}'`,
    'update installation set versions_since = null, chain_begun_at = null',
  );
  await takeOverInstallation();
  const named = (await audit()).findings.map(({ row }) => row);
  expect(named).toContain(`user ${user.id}`);
  expect(named).toContain('installation installation');
});

test('a chain that is gone is not begun again where its heads are gone too', async () => {
  await settleInstallation();
  await makeUser({}, { dollars: 100 });
  await sealAll();
  await behindTheBack('delete from seal');
  // Another machine, or this one after its folder was lost.
  testEnv();
  await expect(sealSome()).rejects.toThrow('The chain of seals had begun and is gone');
});

test('a chain that is gone is not begun again', async () => {
  await settleInstallation();
  await makeUser({}, { dollars: 100 });
  await sealAll();
  await behindTheBack('delete from seal');
  await makeUser({}, { dollars: 100 });
  await expect(sealSome()).rejects.toThrow('The chain of seals ends before its head');
  expect(await read().select().from(seal)).toEqual([]);
  const [row] = await read().select().from(installation);
  expect(row?.chainBegunAt).not.toBeNull();
});

test('a row that was altered is not changed by the product', async () => {
  const user = await makeUser();
  await behindTheBack(`update "user" set status = 'closed' where id = '${user.id}'`);
  const { user: table } = await import('#drizzle/schema');
  const change = write((tx) => tx.update(table).set({ firstName: 'Eve' }).where(eq(table.id, user.id)));
  await expect(change).rejects.toThrow(`user ${user.id} does not match its seal`);
  const [row] = await read().select().from(table).where(eq(table.id, user.id));
  expect(row?.firstName).toBe('Ann');
});
