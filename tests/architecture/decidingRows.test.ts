import { expect, test } from 'vitest';
import { PROTECTION } from '#drizzle/protection';
import { sourcesOf } from './sources';

/** Tables whose rows decide where money goes, who may act, on what terms or at what price. */
const DECIDING = Object.entries(PROTECTION)
  .filter(([, output]) => 'decides' in output)
  .map(([name]) => name);

/** Files that read such rows without verification in functions that transactions may call, with the reason why that is enough. */
const PLAIN: Record<string, string> = {
  'app/api/answers/traders.server.ts': 'An answer shows it.',
  'app/api/answers/users.server.ts': 'Pages and answers show it.',
  'app/features/copying/beingCopied/submitLeaderRequest.server.ts':
    'Finds the latest request, of which only its state and time are compared.',
  'app/features/copying/copy/following/internal/notifyShortages.server.ts': 'Finds who is told.',
  'app/features/copying/copy/jobs.server.ts': 'Measures the progress of accounts.',
  'app/features/people/persons/accountsOfPerson.server.ts': 'Finds accounts alike by their addresses.',
  'app/features/people/kyc/queries.server.ts': 'Finds the latest check; a decision changes it.',
  'app/features/copying/settlement/settle.server.ts': 'The accounts are changed.',
  'app/features/money/statements/queries.server.ts': 'Statements show it.',
  'app/features/copying/traders/log/importTrades.server.ts': 'Shows what an import would add.',
  'app/features/money/wallet/deposits/depositAddress.server.ts': 'Finds who is told.',
  'app/features/money/wallet/deposits/expireDeposits.server.ts': 'Each is changed.',
  'app/features/money/wallet/withdrawals/withdrawalQueries.server.ts': 'Finds one, which is read again to decide.',
  'app/signIns/session.server.ts': 'Compared there, and so is that there is none.',
  'app/signIns/userById.server.ts': 'For pages.',
};

const sources = sourcesOf('app').filter(({ path }) => !/\.test\.tsx?$|^app\/seed\//.test(path));

/** Returns the local names under which a file imports deciding tables. */
const tablesIn = (text: string): string[] =>
  [...text.matchAll(/import \{([^}]*)\} from '#drizzle\/schema'/g)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => {
      const [table = '', as = table] = name.trim().split(' as ');
      return DECIDING.includes(table) ? as : [];
    }),
  );

test('transactions read whole rows that decide by their accessor', () => {
  const found = sources.filter(({ text }) => {
    const names = tablesIn(text).join('|');
    const plain = `\\b(tx|handle)\\s*\\.select\\(\\)\\s*\\.from\\((${names})\\)|findAll\\((tx|handle), (${names})\\b`;
    return names !== '' && new RegExp(plain).test(text);
  });
  expect(found.map(({ path }) => path).toSorted()).toEqual(Object.keys(PLAIN).toSorted());
});

test('no SQL statement reads the terms of the operator or the addresses of payments', () => {
  const names = ['deposit_method', 'withdrawal_method', 'plan', 'setting', 'withdrawal'];
  const statement = new RegExp(`\\b(from|join)\\s+["\`]?(${names.join('|')})\\b`, 'i');
  const found = sources.filter(
    ({ path, text }) => !/^app\/(platform\/db|ledger\/proof)\//.test(path) && statement.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});
