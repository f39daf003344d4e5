// `npm run keys:rotate`: creates new secrets. Old seals still verify, since the former secrets stay listed. Paper mode
// rewrites secrets.json; live mode prints the settings. Restart the server afterwards.
import './environment.mjs';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { existingEnv, getSecretsPath, type StoredSecrets } from '~/platform/env';
import { newSecret } from '~/platform/ids';

const readSettings = () => {
  try {
    return existingEnv();
  } catch (error) {
    console.error(`No secrets were made: ${(error as Error).message}`);
    process.exit(1);
  }
};
const storedSecrets = readSettings();
const { MODE, DATA_DIR } = storedSecrets;
const newSecrets = { SESSION_SECRET: newSecret(), SEAL_SECRET: newSecret() };

if (MODE === 'paper' && !process.env.SEAL_SECRET && !process.env.SESSION_SECRET) {
  const path = getSecretsPath(DATA_DIR);
  const stored = JSON.parse(readFileSync(path, 'utf8')) as StoredSecrets;
  const listed = (now: string | undefined, before: string[] | undefined) => [...(now ? [now] : []), ...(before ?? [])];
  const next: StoredSecrets = {
    ...newSecrets,
    SESSION_SECRETS_OLD: listed(stored.SESSION_SECRET, stored.SESSION_SECRETS_OLD),
    SEAL_SECRETS_OLD: listed(stored.SEAL_SECRET, stored.SEAL_SECRETS_OLD),
  };
  writeFileSync(`${path}.part`, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
  console.log(`New secrets are in ${path}, and those of before are listed there. Start the server again.`);
} else {
  console.log('Set these, in the place where the present ones are, stop every process, and start them again:\n');
  for (const name of ['SESSION_SECRET', 'SEAL_SECRET'] as const) {
    const before = [storedSecrets[name], ...storedSecrets[`${name}S_OLD`]].join(',');
    console.log(`${name}='${newSecrets[name]}'\n${name}S_OLD='${before}'\n`);
  }
  console.log('Those of before stay listed for as long as the books are kept: what they sealed is verified with them.');
}
console.log(
  'Everyone, administrators too, signs in again in their browser. API tokens, API keys and keys of signals go on.',
);
