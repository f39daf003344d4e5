// `npm run admin:create -- <email> <name>`: creates an administrator and prints a generated password. With --stdin the
// password is read from standard input instead.
import './environment.mjs';
import { text } from 'node:stream/consumers';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { createAdministrator } from '~/features/people/staff/createAdministrator.server';
import { closeDatabase, migrate, write } from '~/platform/db/index.server';
import { newSecret } from '~/platform/ids';
import { openInstallation, prepareInstallation } from '~/platform/installation/index.server';

const MIN_PASSWORD_LENGTH = 12;

const cliArguments = process.argv.slice(2);
const isPasswordFromStdin = cliArguments.includes('--stdin');
const [email, ...names] = cliArguments.filter((word) => word !== '--stdin');
const password = isPasswordFromStdin ? (await text(process.stdin)).trim() : newSecret(15);

if (!email || names.length === 0) {
  console.error('Say who: npm run admin:create -- ada@example.com Ada Lovelace');
  process.exit(1);
}
if (password.length < MIN_PASSWORD_LENGTH || password.length > 128) {
  console.error(`A password has ${MIN_PASSWORD_LENGTH} to 128 characters.`);
  process.exit(1);
}

// Opens only an existing installation, so that no empty one is created elsewhere.
await openInstallation()
  .then(migrate)
  .then(prepareInstallation)
  .catch((error) => {
    console.error(`No administrator was made: ${error.message}`);
    process.exit(1);
  });
const passwordHash = await hashPassword(password);
const administrator = await write((tx) => createAdministrator(tx, { email, name: names.join(' '), passwordHash }));
await closeDatabase();

if (!administrator.ok) {
  console.error(`${administrator.error.message}.`);
  process.exit(1);
}
console.log(`${names.join(' ')} can sign in at /admin as ${email.toLowerCase()}`);
if (!isPasswordFromStdin) console.log(`with the password ${password}`);
