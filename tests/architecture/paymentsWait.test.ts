import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/* Checks that all code that takes money out of custody, or owes a payout, waits after a restore, except as listed here. */

/** Refusal of each function while payments wait, or the reason why it does not refuse. */
const LEAVING: Record<string, string> = {
  'app/features/money/books/reserves.server.ts custody': 'refuseWhilePaymentsWait',
  'app/features/money/reconciliation/book.server.ts custody': 'refuseWhilePaymentsWait',
  'app/features/money/wallet/withdrawals/internal/bookWithdrawal.server.ts custody': 'checkMayBePaidOut',
  'app/features/money/wallet/withdrawals/internal/bookWithdrawal.server.ts payoutsAccount': 'checkMayBePaidOut',
};

test('code that lets money leave is refused while payments wait after a restore', () => {
  const found = sourcesOf('app')
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      [
        ...new Set(
          [...text.matchAll(/credit: (custody|payoutsAccount)\b/g)].map(([, account]) => `${path} ${account}`),
        ),
      ].sort(),
    );
  expect(found.sort()).toEqual(Object.keys(LEAVING));
});

test('each use case that books a withdrawal as approved or paid checks this first, except the one that records earlier payments', () => {
  const callers = sourcesOf('app').filter(({ text }) => /\bbook(Approved|Paid)\(tx/.test(text));
  expect(callers.map(({ path }) => path).sort()).toEqual([
    'app/features/money/wallet/restored/goThrough.server.ts',
    'app/features/money/wallet/withdrawals/decideWithdrawal.server.ts',
    'app/features/money/wallet/withdrawals/internal/bookWithdrawal.server.ts',
  ]);
  const decide = callers.find(({ path }) => path.endsWith('decideWithdrawal.server.ts'))?.text ?? '';
  for (const part of decide.split('\nexport ').filter((each) => /\bbook(Approved|Paid)\(tx/.test(each))) {
    expect(part).toMatch(/await checkMayBePaidOut\(tx, /);
  }
  for (const part of decide.split('\nexport ').filter((each) => /\bbook(Released|Bounced)\(tx/.test(each))) {
    expect(part).toMatch(/await checkMayBeTakenBack\(tx, /);
  }
});
