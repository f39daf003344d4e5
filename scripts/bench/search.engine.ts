/** Part of `bench search` that runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { search } from '~/features/backoffice/search/search.server';
import { formatPlainUsd } from '~/ledger/money';
import { closeDatabase, migrate, openDatabase } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { amountOf, fillBooks } from './filled';
import { measureMedian } from './people';

const measureSearch = (input: string) => measureMedian(() => search({ role: 'superadmin' }, input));

await openDatabase();
await migrate();
await prepareInstallation();
const [id = ''] = await fillBooks();
const durations = {
  'an amount that many transfers have': await measureSearch(formatPlainUsd(amountOf(4_711))),
  'an amount that none has': await measureSearch('987,654.32'),
  'an ID': await measureSearch(id),
  'a transaction': await measureSearch('9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de'),
  'a wallet': await measureSearch('1BoatSLRHtKNngkdXEeobR76b53LETtpyT'),
  'a common name': await measureSearch('ann'),
  'a name in the other order': await measureSearch('cruz bob'),
  'one address': await measureSearch('bob61@example.com'),
  nothing: await measureSearch('no such user'),
};
await closeDatabase();
process.send?.(durations);
