// `npm run admin:create -- <email> <name>`: creates an administrator and prints a generated password. With --stdin the
// password is read from standard input instead.
import './environment.mjs';
import { text } from 'node:stream/consumers';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { createAdministrator } from '~/features/people/staff/createAdministrator.server';
import { closeDatabase, migrate, write } from '~/platform/db/index.server';
import { newSecret } from '~/platform/ids';
import { openInstallation, settleInstallation } from '~/platform/installation/index.server';

const MIN_PASSWORD_LENGTH = 12;

const given = process.argv.slice(2);
const asked = given.includes('--stdin');
const [email, ...names] = given.filter((word) => word !== '--stdin');
const password = asked ? (await text(process.stdin)).trim() : newSecret(15);

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
  .then(settleInstallation)
  .catch((error) => {
    console.error(`No administrator was made: ${error.message}`);
    process.exit(1);
  });
const passwordHash = await hashPassword(password);
const made = await write((tx) => createAdministrator(tx, { email, name: names.join(' '), passwordHash }));
await closeDatabase();

if (!made.ok) {
  console.error(`${made.error.message}.`);
  process.exit(1);
}
console.log(`${names.join(' ')} can sign in at /admin as ${email.toLowerCase()}`);
if (!asked) console.log(`with the password ${password}`);
