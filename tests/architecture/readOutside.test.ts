import { expect, test } from 'vitest';
import { PROTECTION } from '#drizzle/protection';
import { sourcesOf } from './sources';

/*
 * Rows that decide money, or that say whom it goes to, are compared with what the product wrote where a transaction reads them. Outside of
 * one, readers compare the tables that say so (`shown`), and what is read of the others is held here with the reason why that is enough.
 */

/** Tables that decide who is paid, how much and by whom, without a rule for readers. */
const DECIDING = Object.entries(PROTECTION)
  .filter(([, said]) => 'sealed' in said && 'often' in said && !('shown' in said))
  .map(([name]) => name)
  .concat('user', 'investment', 'tradingPosition');

/** A person looks at it, and what they then do reads it again in a transaction, which compares it. */
const LOOKED_AT = [
  'app/api/answers/register.server.ts',
  'app/api/answers/userData.server.ts',
  'app/api/answers/users.server.ts',
  'app/features/admin/outbox.server.ts',
  'app/features/approvals/approvals.server.ts',
  'app/features/auditLog/logs.server.ts',
  'app/features/auth/signUp/referrer.server.ts',
  'app/features/beingCopied/queries.server.ts',
  'app/features/books/months/monthFiles.server.ts',
  'app/features/books/months/monthReport.server.ts',
  'app/features/kyc/internal/sameDocument.server.ts',
  'app/features/liveTrading/setLiveTrading.server.ts',
  'app/features/kyc/queries.server.ts',
  'app/features/plans/internal/commitment.server.ts',
  'app/features/plans/queries.server.ts',
  'app/features/reconciliation/breaks.server.ts',
  'app/features/reconciliation/days.server.ts',
  'app/features/reconciliation/movements.server.ts',
  'app/features/reconciliation/receipts.server.ts',
  'app/features/referrals/queries.server.ts',
  'app/features/reviewQueue/held.server.ts',
  'app/features/reviewQueue/marked.server.ts',
  'app/features/reviewQueue/queueQuery.server.ts',
  'app/features/search/kinds.server.ts',
  'app/features/search/search.server.ts',
  'app/features/staff/staff.server.ts',
  'app/features/statements/accountData.server.ts',
  'app/features/support/queries.server.ts',
  'app/features/traders/log/tradeLog.server.ts',
  'app/features/traders/setTraderState.server.ts',
  'app/features/users/users.server.ts',
  'app/features/wallet/deposits/depositQueries.server.ts',
  'app/features/wallet/deposits/sameProof.server.ts',
  'app/features/wallet/restored/toGoThrough.server.ts',
  'app/features/wallet/withdrawals/waiting.server.ts',
  'app/features/wallet/withdrawals/withdrawalChecks.server.ts',
  'app/features/wallet/withdrawals/withdrawalQueries.server.ts',
  'app/platform/events/index.server.ts',
  'app/signIns/userById.server.ts',
  'app/signIns/usersNamed.server.ts',
  'app/trading/accounts/savedPositions.server.ts',
  'app/uploads/store.server.ts',
];

/** It finds what there is to do, and the transaction that does it reads the row again. */
const READ_AGAIN = [
  'app/features/auth/passwords/requestPasswordReset.server.ts',
  'app/features/auth/signIn/signIn.server.ts',
  'app/features/auth/signUp/sendVerification.server.ts',
  'app/features/auth/signUp/signUp.server.ts',
  'app/features/auth/signUp/verifyEmail.server.ts',
  'app/features/auth/tokens.server.ts',
  'app/features/liveTrading/jobs.server.ts',
  'app/features/plans/accrueInvestments.server.ts',
  'app/features/ranking/jobs.server.ts',
  'app/features/referrals/jobs.server.ts',
  'app/features/staff/invitations.server.ts',
  'app/features/staff/resetOwnPassword.server.ts',
  'app/features/staff/signInAdministrator.server.ts',
  'app/features/wallet/deposits/depositAddress.server.ts',
];

/** It compares the row by itself, or has the product's secret compared first. */
const COMPARED_THERE = [
  'app/ledger/proof/seal.server.ts',
  'app/market/feed/installed.server.ts',
  'app/platform/installation/index.server.ts',
  'app/platform/installation/restored.server.ts',
  'app/signIns/session.server.ts',
  'app/signIns/staff.server.ts',
];

const sources = sourcesOf('app').filter(({ path }) => !/\.test\.tsx?$|^app\/seed\//.test(path));

/** What a file calls the tables of the schema, by their names there. */
function tablesIn(text: string): Map<string, string> {
  const imported = [...text.matchAll(/import \{([^}]*)\} from '#drizzle\/schema'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  return new Map(
    imported.map((name) => name.split(' as ') as [string, string?]).map(([from, to]) => [from, to ?? from]),
  );
}

const selectsFrom = (text: string, table: string): boolean =>
  new RegExp(`\\.(from|\\w*[jJ]oin)\\(\\s*${table}\\b|findAll\\(\\s*[\\w()]+,\\s*${table}\\b`).test(text);

test('whatever reads a deciding row outside a transaction is known, and so is why that is enough', () => {
  expect(DECIDING).toEqual(expect.arrayContaining(['user', 'administrator', 'hold', 'promise', 'approval']));
  const givenReader = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/\b(\w+)\(\s*read\(\)/g)].map(([, name]) => name)),
  );
  const found = sources.filter(({ text }) => {
    const tables = tablesIn(text);
    const deciding = DECIDING.some((name) => tables.has(name) && selectsFrom(text, tables.get(name) as string));
    const exported = [...text.matchAll(/export (?:async )?(?:function|const) (\w+)/g)].map(([, name]) => name);
    return deciding && (/\bread\(\)/.test(text) || exported.some((name) => givenReader.has(name)));
  });
  const known = [...LOOKED_AT, ...READ_AGAIN, ...COMPARED_THERE];
  expect(found.map(({ path }) => path).toSorted()).toEqual(known.toSorted());
});

test('readers compare the terms of the operator and what is paid to', () => {
  const shown = Object.entries(PROTECTION).filter(([, said]) => 'shown' in said);
  expect(shown.map(([name]) => name).toSorted()).toEqual([
    'depositMethod',
    'plan',
    'setting',
    'withdrawal',
    'withdrawalMethod',
  ]);
});

test('no statement in SQL reads a table that readers compare', () => {
  const names = ['deposit_method', 'withdrawal_method', 'plan', 'setting', 'withdrawal'];
  const statement = new RegExp(`\\b(from|join)\\s+["\`]?(${names.join('|')})\\b`, 'i');
  const found = sources.filter(
    ({ path, text }) => !/^app\/(platform\/db|ledger\/proof)\//.test(path) && statement.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});
