import { describe, expect, test } from 'vitest';
import type { StatementColumns } from '#drizzle/schema';
import { columnsMissing, guessColumns, readStatementTable, statementLines } from './statementCsv';
import { readStatementDate } from './statementDate';

const NOW = new Date('2026-06-01T00:00:00Z');

const COLUMNS: StatementColumns = {
  date: 'Date',
  dateOrder: 'day',
  decimals: 'point',
  amount: 'Amount',
  moneyIn: null,
  moneyOut: null,
  fee: null,
  transactionId: null,
  address: null,
  note: null,
};

async function readAs(text: string, columns: Partial<StatementColumns> = {}) {
  const read = await readStatementTable(text);
  if (!read.ok) return [read.fault];
  const parsed = await statementLines(read.table, { ...COLUMNS, ...columns }, NOW);
  return parsed.ok ? parsed.lines.map(({ key: _, ...line }) => line) : parsed.faults;
}

const AT = Date.UTC(2026, 2, 2);
const plain = { at: AT, fee: 0n, transactionId: null, address: null, note: '' };

describe('dates', () => {
  test.each([
    ['2026-03-02', '2026-03-02T00:00:00.000Z'],
    ['2026-03-02 14:30', '2026-03-02T14:30:00.000Z'],
    ['2026-03-02T14:30:15.123Z', '2026-03-02T14:30:15.000Z'],
    ['2026-03-02T14:30:15+02:00', '2026-03-02T12:30:15.000Z'],
    ['2026-03-02 14:30:15 UTC', '2026-03-02T14:30:15.000Z'],
    ['02.03.2026 14:30', '2026-03-02T14:30:00.000Z'],
    ['2/3/2026', '2026-03-02T00:00:00.000Z'],
    ['2 Mar 2026', '2026-03-02T00:00:00.000Z'],
    ['Mar 2, 2026, 2:30 PM', '2026-03-02T14:30:00.000Z'],
    ['March 2, 2026 12:05 am', '2026-03-02T00:05:00.000Z'],
    ['1772461815', '2026-03-02T14:30:15.000Z'],
    ['1772461815000', '2026-03-02T14:30:15.000Z'],
  ])('%s', (text, iso) => {
    const at = readStatementDate(text, 'day');
    expect(at === null ? null : new Date(at).toISOString()).toBe(iso);
  });

  test('of slashes are read in the order of their source', () => {
    expect(readStatementDate('2/3/2026', 'month')).toBe(Date.UTC(2026, 1, 3));
    expect(readStatementDate('2.3.2026', 'month')).toBe(AT);
  });

  test.each([
    '',
    'soon',
    '2026-02-31',
    '31/31/2026',
    '2026-03-02 25:00',
    '2 Mai 2026',
    '13:30 PM',
    '1999-01-01',
    '=NOW()',
  ])('%j is none', (text) => expect(readStatementDate(text, 'day')).toBeNull());
});

describe('a file', () => {
  test.each<[string, string, Partial<StatementColumns>]>([
    ['commas and quotes', '\ufeffDate,Amount\r\n"2026-03-02","1,250.5"\r\n', {}],
    ['semicolons and decimal commas', 'Date;Amount\n2026-03-02;1.250,5', { decimals: 'comma' }],
    ['tabs, a sign of its coin, and a column more', 'x\tAmount\tDate\ny\t1250.5 BTC\t2026-03-02', {}],
    ['in and out', 'Date,In,Out\n2026-03-02,1250.5,', { amount: null, moneyIn: 'In', moneyOut: 'Out' }],
    ['cells that a spreadsheet leaves alone', 'Date,Amount\n"=""2026-03-02""","=""1250.5"""', {}],
  ])('with %s', async (_, text, columns) => {
    expect(await readAs(text, columns)).toEqual([{ ...plain, amount: 125_050_000_000n }]);
  });

  test('tells what went out, what it cost, and where it went', async () => {
    const columns = { fee: 'Fee', transactionId: 'Tx', address: 'To', note: 'Note' };
    const text =
      'Date,Amount,Fee,Tx,To,Note\n2026-03-02,(0.5),0.0001,ab,A,rent\n2026-03-02,0,-0.2,,,\n2026-03-02,0,,,,';
    expect(await readAs(text, columns)).toEqual([
      { at: AT, amount: -50_000_000n, fee: 10_000n, transactionId: 'ab', address: 'A', note: 'rent' },
      { ...plain, amount: -20_000_000n },
    ]);
  });

  test('has keys by what its lines say, and by their number where they say the same', async () => {
    const keysOf = async (text: string) => {
      const read = await readStatementTable(text);
      if (!read.ok) return [];
      const parsed = await statementLines(read.table, COLUMNS, NOW);
      return parsed.ok ? parsed.lines.map(({ key }) => key) : [];
    };
    const [one, two] = await keysOf('Date,Amount\n2026-03-02,1\n2026-03-02,1');
    expect(one).not.toBe(two);
    expect(await keysOf('Amount,Date\n5,2026-03-03\n1.00,2/3/2026\n1,2026-03-02 00:00')).toEqual([
      expect.any(String),
      one,
      two,
    ]);
  });

  test.each<[string, string[]]>([
    ['', ['The file is empty']],
    ['Date,Amount', ['The file has a header and no lines']],
    ['Date\n2026-03-02', ['The file has one column. Save it as CSV with commas, semicolons or tabs.']],
    ['Date,Sum\n2026-03-02,1', ['The file has no column Amount, or has it twice']],
    ['Date,Amount,Amount\n2026-03-02,1,2', ['The file has no column Amount, or has it twice']],
    ['Date,Amount\n"2026-03-02,1', ['Line 2: a quotation mark is out of place']],
    ['Date,Amount\n2026-03-02,=1+1', ['Line 2, Amount: it is a formula. Save the file with values']],
    [
      'Date,Amount\nsoon,much',
      ['Line 2, Date: “soon” is no date that can be read', 'Line 2, Amount: “much” is no amount'],
    ],
    ['Date,Amount\n2027-03-02,1', ['Line 2, Date: “2027-03-02” is in the future']],
    ['Date,Amount\n2026-03-02,1,2', ['Line 2: it has more cells than the header']],
    ['Date,Amount\n2026-03-02,0', ['No line of the file moves anything']],
  ])('%j is refused whole, in words', async (text, faults) => {
    expect(await readAs(text)).toEqual(faults);
  });

  test('with many faults tells the first, and how many more', async () => {
    const faults = await readAs(['Date,Amount', ...Array(30).fill('2026-03-02,?')].join('\n'));
    expect([faults.length, faults.at(-1)]).toEqual([21, 'And 10 more faults.']);
  });
});

test('columns are guessed by their names, and a file of other columns is known', () => {
  const header = ['Timestamp', 'Amount (BTC)', 'Network fee', 'TxHash', 'Address', 'Label'];
  const guessed = guessColumns(header);
  expect(guessed).toMatchObject({
    date: 'Timestamp',
    amount: 'Amount (BTC)',
    fee: 'Network fee',
    transactionId: 'TxHash',
    address: 'Address',
    note: 'Label',
  });
  expect(columnsMissing(header, guessed)).toEqual([]);
  expect(columnsMissing(['Timestamp', 'TxHash'], guessed)).toContain('Amount (BTC)');
  for (const name of ['Tx', 'TxID', 'Txid', 'Tx Hash', 'Hash', 'Transaction', 'Transaction ID', 'Transaction hash'])
    expect(guessColumns(['Date', 'Transaction type', 'Amount', name])).toMatchObject({ transactionId: name });
  expect(guessColumns(['Date', 'Credit', 'Debit'])).toMatchObject({ moneyIn: 'Credit', moneyOut: 'Debit' });
});
