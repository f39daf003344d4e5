import { expect, test } from 'vitest';
import { openSecret, sealSecret } from '~/features/people/twofactor/internal/totp.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { useDatabase } from '../../support/database';
import { SEAL_SECRET, testEnv } from '../../support/environment';
import { makeUser } from '../../support/people/people';

useDatabase();

const OTHER = 'a new secret, made long after the first';

async function keepBooks(): Promise<void> {
  await makeUser({}, { dollars: 100 });
  while (await sealNextBatch());
}

test('another SEAL_SECRET is refused with a message, and one that lists its predecessor works', async () => {
  await prepareInstallation();
  await keepBooks();
  testEnv({ SEAL_SECRET: OTHER });
  await expect(prepareInstallation()).rejects.toThrow('SEAL_SECRET is not the one these books were sealed with');

  testEnv({ SEAL_SECRET: OTHER, SEAL_SECRETS_OLD: SEAL_SECRET });
  await prepareInstallation();
  await keepBooks();
  expect((await audit()).findings).toEqual([]);

  // From now on, a process that has only the old secret is refused.
  testEnv();
  await expect(prepareInstallation()).rejects.toThrow('SEAL_SECRET is not the one');
});

test('another SESSION_SECRET is refused, and one that lists its predecessor decrypts earlier data', async () => {
  await prepareInstallation();
  const { SESSION_SECRET } = env();
  const sealed = sealSecret('JBSWY3DPEHPK3PXP', 'holder');
  testEnv({ SESSION_SECRET: OTHER });
  await expect(prepareInstallation()).rejects.toThrow('SESSION_SECRET is not the one');
  expect(openSecret(sealed, 'holder')).toBeNull();

  testEnv({ SESSION_SECRET: OTHER, SESSION_SECRETS_OLD: SESSION_SECRET });
  await prepareInstallation();
  expect(openSecret(sealed, 'holder')).toBe('JBSWY3DPEHPK3PXP');
  expect(openSecret(sealed, 'another owner')).toBeNull();
});
