import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { canSimulate } from '~/features/copying/traders/simulated/simulatedTrader.server';
import { checkPassword } from '~/features/people/auth/passwords/passwords.server';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newSecret } from '~/platform/ids';
import { ADMINISTRATOR, COPIED_INVESTOR, INVESTOR } from './people';

type SignIn = { email: string; password: string };
/** `copied` is the copied investor, absent from a demonstration with live prices. */
type SignIns = { url?: string; admin: SignIn; investor: SignIn; copied?: SignIn };

const signInsFile = () => join(env().DATA_DIR, 'demonstration.json');

const readSignIns = (): SignIns => JSON.parse(readFileSync(signInsFile(), 'utf8'));

const keepSignIns = (signIns: SignIns, file = signInsFile()) =>
  writeFileSync(file, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 });

/** Makes the sign-ins; of two processes that start together one makes them, and both use those. */
export function makeSignIns(): SignIns {
  const own = `${signInsFile()}.${process.pid}`;
  keepSignIns(
    {
      admin: { email: ADMINISTRATOR.email, password: newSecret(9) },
      investor: { email: INVESTOR.email, password: newSecret(9) },
      ...(canSimulate() && { copied: { email: COPIED_INVESTOR.email, password: newSecret(9) } }),
    },
    own,
  );
  try {
    linkSync(own, signInsFile());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return readSignIns();
}

export async function forgetForeignSignIns({ email, password }: SignIn): Promise<void> {
  const [person] = await read().select({ hash: user.passwordHash }).from(user).where(eq(user.email, email));
  if (!(await checkPassword(password, person?.hash ?? null)).fits) rmSync(signInsFile(), { force: true });
}

export function printSignIns(url: string, say: (line: string) => void): void {
  if (!existsSync(signInsFile())) return;
  const { admin, investor, copied } = readSignIns();
  keepSignIns({ url, admin, investor, copied });
  say('\nThe demonstration’s sign-ins:');
  say(`  investor           ${url}/login  ${investor.email}  ${investor.password}`);
  if (copied) say(`  copied investor    ${url}/login  ${copied.email}  ${copied.password}`);
  say(`  administrator      ${url}/admin  ${admin.email}  ${admin.password}`);
}
