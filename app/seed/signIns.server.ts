import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { canSimulate } from '~/features/copying/traders/simulated/simulatedTrader.server';
import { checkPassword } from '~/features/people/auth/passwords/passwords.server';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newSecret } from '~/platform/ids';
import { COPIED_INVESTOR, SEED_ADMINISTRATOR, SEED_INVESTOR } from './people';

type Credential = { email: string; password: string };
/** Credentials of the demonstration. `copied` is the copied investor, absent with live prices. */
type Credentials = { url?: string; admin: Credential; investor: Credential; copied?: Credential };

const credentialsFile = () => join(env().DATA_DIR, 'demonstration.json');

const readCredentials = (): Credentials => JSON.parse(readFileSync(credentialsFile(), 'utf8'));

const storeCredentials = (credentials: Credentials, file = credentialsFile()) =>
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });

/** Creates the demonstration's credentials. If two processes start together, the first to finish writes them, and both use these. */
export function makeCredentials(): Credentials {
  const own = `${credentialsFile()}.${process.pid}`;
  storeCredentials(
    {
      admin: { email: SEED_ADMINISTRATOR.email, password: newSecret(9) },
      investor: { email: SEED_INVESTOR.email, password: newSecret(9) },
      ...(canSimulate() && { copied: { email: COPIED_INVESTOR.email, password: newSecret(9) } }),
    },
    own,
  );
  try {
    linkSync(own, credentialsFile());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return readCredentials();
}

export async function forgetForeignSignIns({ email, password }: Credential): Promise<void> {
  const [person] = await read().select({ hash: user.passwordHash }).from(user).where(eq(user.email, email));
  if (!(await checkPassword(password, person?.hash ?? null)).isMatching) rmSync(credentialsFile(), { force: true });
}

export function printSignIns(url: string, print: (line: string) => void): void {
  if (!existsSync(credentialsFile())) return;
  const { admin, investor, copied } = readCredentials();
  storeCredentials({ url, admin, investor, copied });
  print('\nThe demonstration’s sign-ins:');
  print(`  investor           ${url}/login  ${investor.email}  ${investor.password}`);
  if (copied) print(`  copied investor    ${url}/login  ${copied.email}  ${copied.password}`);
  print(`  administrator      ${url}/admin  ${admin.email}  ${admin.password}`);
}
