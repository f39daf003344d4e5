import '../environment.mjs';
import { writeFileSync } from 'node:fs';
import { user } from '#drizzle/schema';
import { closeDatabase, insertAll, write } from '~/platform/db/index.server';
import { openInstallation, prepareInstallation } from '~/platform/installation/index.server';
import { createApiKey } from '~/signIns/apiKeys.server';
import { inventPerson } from './people';

/* Creates investors with an API key each for `npm run bench events`. Arguments: their number, and the file for the keys. */

const [count = '', file = ''] = process.argv.slice(2);
const terms = { name: 'Bench', scopes: ['read' as const, 'deposit' as const], wallets: [], from: [], days: 1 };

await openInstallation().then(prepareInstallation);
const people = Array.from({ length: Number(count) }, (_, number) => ({
  ...inventPerson(number),
  status: 'open' as const,
  emailVerifiedAt: new Date(),
}));
await write((tx) => insertAll(tx, user, people));
const keys = await write(async (tx) => {
  const made: string[] = [];
  for (const { id } of people) made.push((await createApiKey(tx, id, terms)).secret);
  return made;
});
writeFileSync(file, JSON.stringify(keys));
await closeDatabase();
