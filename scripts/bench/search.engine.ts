/** Part of `bench search` that runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { search } from '~/features/backoffice/search/search.server';
import { plainUsd } from '~/ledger/money';
import { closeDatabase, migrate, openDatabase } from '~/platform/db/index.server';
import { settleInstallation } from '~/platform/installation/index.server';
import { amountOf, fillBooks } from './filled';
import { median } from './people';

const ask = (typed: string) => median(() => search({ role: 'superadmin' }, typed));

await openDatabase();
await migrate();
await settleInstallation();
const [id = ''] = await fillBooks();
const measured = {
  'an amount that many transfers have': await ask(plainUsd(amountOf(4_711))),
  'an amount that none has': await ask('987,654.32'),
  'an ID': await ask(id),
  'a transaction': await ask('9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de'),
  'a wallet': await ask('1BoatSLRHtKNngkdXEeobR76b53LETtpyT'),
  'a common name': await ask('ann'),
  'a name in the other order': await ask('cruz bob'),
  'one address': await ask('bob61@example.com'),
  nothing: await ask('no such user'),
};
await closeDatabase();
process.send?.(measured);
