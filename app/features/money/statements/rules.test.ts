import { expect, test } from 'vitest';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { streamCsvRows } from './rules';

const line = (input: Partial<StatementLine>) =>
  ({
    at: new Date('2026-03-02T23:30:00Z'),
    kind: 'deposit',
    reason: null,
    amount: 500_00n,
    change: 500_00n,
    fundedAfter: 1_500_00n,
    journalId: 'j1',
    ...input,
  }) as StatementLine;

test('a statement has its opening balance, a row for each line, and its closing balance', () => {
  const lines = [
    line({}),
    line({
      kind: 'operator-debit',
      reason: 'A fee',
      amount: 10_05n,
      change: -10_05n,
      fundedAfter: 1_489_95n,
      journalId: 'j2',
    }),
    // Moved between accounts of the same user: neither in nor out.
    line({ kind: 'copy-started', amount: 100_00n, change: 0n, fundedAfter: 1_489_95n, journalId: 'j3' }),
  ];
  const none = { date: '', utc: '', reason: '', moved: '', in: '', out: '', reference: '' };
  const at = { date: '2026-03-03 08:30:00', utc: '2026-03-02T23:30:00.000Z' };
  expect([...streamCsvRows({ opening: 1_000_00n, lines, closing: 1_489_95n }, 'Asia/Tokyo')]).toEqual([
    { ...none, entry: 'Opening balance', balance: '1000.00' },
    {
      ...at,
      entry: 'Deposit',
      reason: '',
      moved: '500.00',
      in: '500.00',
      out: '',
      balance: '1500.00',
      reference: 'j1',
    },
    {
      ...at,
      entry: 'Operator debit',
      reason: 'A fee',
      moved: '10.05',
      in: '',
      out: '10.05',
      balance: '1489.95',
      reference: 'j2',
    },
    { ...at, entry: 'Copy started', reason: '', moved: '100.00', in: '', out: '', balance: '1489.95', reference: 'j3' },
    { ...none, entry: 'Closing balance', balance: '1489.95' },
  ]);
});
