import { describe, expect, test } from 'vitest';
import type { StatementColumns } from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { findYearFirst, findZone, readStatementDate } from './statementCells';
import { guessColumns, isWithoutDirection, readStatementLines, readStatementTable } from './statementFile.server';

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

async function readAs(text: string, columns: Partial<StatementColumns> = {}, { method = 'BTC', until = NOW } = {}) {
  const read = await readStatementTable(text);
  if (!read.ok) return [read.fault];
  const parsed = await readStatementLines(read.table, { ...COLUMNS, ...columns }, { method, until });
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
    ['02.03.26', '2026-03-02T00:00:00.000Z'],
    ['2-Mar-26', '2026-03-02T00:00:00.000Z'],
    ['2. März 2026', '2026-03-02T00:00:00.000Z'],
    ['20260302', '2026-03-02T00:00:00.000Z'],
    ['2026.03.02 14:30', '2026-03-02T14:30:00.000Z'],
    ['2026-03-02 14:30:15 +0000 UTC', '2026-03-02T14:30:15.000Z'],
    ['2026-03-02 14:30 UTC+8', '2026-03-02T06:30:00.000Z'],
    ['1772461815', '2026-03-02T14:30:15.000Z'],
    ['1772461815000', '2026-03-02T14:30:15.000Z'],
  ])('%s', (text, iso) => {
    const at = readStatementDate(text, { order: 'day' });
    expect(at === null ? null : new Date(at).toISOString()).toBe(iso);
  });

  test('with slashes are parsed in the order of their source', () => {
    expect(readStatementDate('2/3/2026', { order: 'month' })).toBe(Date.UTC(2026, 1, 3));
    expect(readStatementDate('2.3.2026', { order: 'month' })).toBe(AT);
  });

  test.each([
    '',
    'soon',
    '2026-02-31',
    '31/31/2026',
    '2026-03-02 25:00',
    '2 Foo 2026',
    '2026-03-02 14:30 XYZ',
    '13:30 PM',
    '1999-01-01',
    '=NOW()',
  ])('%j is not a date', (text) => expect(readStatementDate(text, { order: 'day' })).toBeNull());
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

  test('contains outgoing amounts, fees and addresses', async () => {
    const columns = { fee: 'Fee', transactionId: 'Tx', address: 'To', note: 'Note' };
    const text =
      'Date,Amount,Fee,Tx,To,Note\n2026-03-02,(0.5),0.0001,ab,A,rent\n2026-03-02,0,-0.2,,,\n2026-03-02,0,,,,';
    expect(await readAs(text, columns)).toEqual([
      { at: AT, amount: -50_000_000n, fee: 10_000n, transactionId: 'ab', address: 'A', note: 'rent' },
      { ...plain, amount: -20_000_000n },
    ]);
  });

  test.each<[string, string | null, string]>([
    ['Date,Time,Amount\n2026-03-02,14:30:15,-1', 'Time', '2026-03-02T14:30:15.000Z'],
    ['Datum;Uhrzeit;Betrag\n02.03.2026;14:30 Uhr;-1', 'Uhrzeit', '2026-03-02T14:30:00.000Z'],
    ['Date,Time (UTC+8),Amount\n2026-03-02,02:30,-1', 'Time (UTC+8)', '2026-03-01T18:30:00.000Z'],
    ['Date,Time,Amount\n20260302,2:30 PM,-1', 'Time', '2026-03-02T14:30:00.000Z'],
    ['Date,Time,Amount\n2026-03-02,,-1', 'Time', '2026-03-02T00:00:00.000Z'],
    ['Date,Time,Amount\n2026-03-02 14:30,09:00,-1', null, '2026-03-02T14:30:00.000Z'],
    ['Date,Time zone,Amount\n2026-03-02,UTC,-1', null, '2026-03-02T00:00:00.000Z'],
  ])('%j has its times in the column %s', async (text, time, iso) => {
    const read = await readStatementTable(text);
    if (!read.ok) throw new Error(read.fault);
    const columns = guessColumns(read.table, 'BTC');
    expect(columns.time).toBe(time);
    const parsed = await readStatementLines(read.table, columns, { method: 'BTC', until: NOW });
    expect(parsed.ok && new Date(parsed.lines[0]?.at ?? 0).toISOString()).toBe(iso);
  });

  test.each<[boolean, string, Partial<StatementColumns>]>([
    [
      true,
      'Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status\n2026-03-02 14:30,BTC,BTC,0.5,0.0001,bc1q,ab,,,Completed',
      {},
    ],
    [true, 'Date,Amount\n2026-03-02,1', { amount: null, moneyOut: 'Amount' }],
    [false, 'Date,Amount\n2026-03-02,1\n2026-03-02,-1', {}],
    [false, 'Date,Amount\n2026-03-02,+1', {}],
    [false, 'Date,Amount\n2026-03-02,1 CR', {}],
    [false, 'Date,Amount,Type\n2026-03-02,1,Deposit', { direction: 'Type' }],
    [false, 'Date,In,Out\n2026-03-02,1,', { amount: null, moneyIn: 'In', moneyOut: 'Out' }],
  ])('is without directions: %s, %j', async (without, text, columns) => {
    const read = await readStatementTable(text);
    if (!read.ok) throw new Error(read.fault);
    expect(isWithoutDirection(read.table, { ...COLUMNS, ...columns }, 'BTC')).toBe(without);
  });

  test('with only outgoing lines has negative amounts', async () => {
    const columns = { amount: null, moneyOut: 'Amount' };
    expect(await readAs('Date,Amount\n2026-03-02,0.5', columns)).toEqual([{ ...plain, amount: -50_000_000n }]);
  });

  test('has keys by the content of its lines, and by their number if the content is equal', async () => {
    const keysOf = async (text: string) => {
      const read = await readStatementTable(text);
      if (!read.ok) return [];
      const parsed = await readStatementLines(read.table, COLUMNS, { method: 'BTC', until: NOW });
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
    ['Date,Amount\n"2026-03-02,1', ['Line 2: a quotation mark is out of place']],
    ['Date,Amount\n2026-03-02,=1+1', ['Line 2, Amount: it is a formula. Save the file with values']],
    [
      'Date,Amount\nsoon,much',
      ['Line 2, Date: “soon” is not a readable date', 'Line 2, Amount: “much” is not an amount of BTC'],
    ],
    ['Date,Amount\n2027-03-02,1', ['Line 2, Date: “2027-03-02” is in the future']],
    ['Date,Amount\n2026-03-02,1,2', ['Line 2: it has more cells than the header']],
    ['Date,Amount\n2026-03-02,0', ['No line of the file has a movement. Left out: 1 of zero']],
  ])('%j is refused as a whole with a message', async (text, faults) => {
    expect(await readAs(text)).toEqual(faults);
  });

  test('with many errors reports the first ones and the count of the others', async () => {
    const faults = await readAs(['Date,Amount', ...Array(30).fill('2026-03-02,?')].join('\n'));
    expect([faults.length, faults.at(-1)]).toEqual([21, 'And 10 more faults.']);
  });
});

/** Returns date, amount and fee of a file's lines by the guessed columns, or its errors. */
async function guessAs(text: string, method: string, columns: Partial<StatementColumns> = {}) {
  const read = await readStatementTable(text);
  if (!read.ok) return [read.fault];
  const guessed = guessColumns(read.table, method);
  const parsed = await readStatementLines(
    read.table,
    { ...guessed, ...columns },
    { method, until: new Date('2026-11-28T00:00:00Z') },
  );
  if (!parsed.ok) return parsed.faults;
  return parsed.lines.map(({ at, amount, fee }) =>
    [new Date(at).toISOString().slice(0, 16), writeCoinAmount(amount), fee > 0n && writeCoinAmount(fee)]
      .filter(Boolean)
      .join(' '),
  );
}

const refusal = (message: string) => [expect.stringContaining(message)];

describe('the decimal mark of a column is decided from all its cells', () => {
  test.each<[string, string[], 'point' | 'comma', unknown[]]>([
    ['a point, and a comma was chosen', ['0.062', '1.5'], 'comma', Array(2).fill(refusal('decimal comma')[0])],
    ['a comma, and a point was chosen', ['0,625'], 'point', refusal('decimal point')],
    ['only groups of three', ['1,625', '12,500'], 'point', Array(2).fill(refusal('thousands or decimals')[0])],
    ['only groups of three after points', ['1.250'], 'point', refusal('thousands or decimals')],
    ['only groups of three, and a comma was chosen', ['1.250'], 'comma', refusal('thousands or decimals')],
    ['another cell that shows it', ['1,250', '0.5'], 'point', ['1250', '0.5']],
    ['another cell that shows a comma', ['1.250', '1,25'], 'comma', ['1250', '1.25']],
    ['another cell that shows both marks', ['2,000', '1,234.5'], 'point', ['2000', '1234.5']],
    ['cells that contradict each other', ['1.5', '0,625'], 'point', refusal('decimal point')],
    ['spaces and apostrophes', ["1'250.5", '1 250.25', '1\u202f250.125'], 'point', ['1250.5', '1250.25', '1250.125']],
    ['no marks at all', ['12', '1250'], 'comma', ['12', '1250']],
  ])('%s', async (_, cells, decimals, right) => {
    const text = ['Date;Amount', ...cells.map((cell, index) => `2026-03-0${index + 1};${cell}`)].join('\n');
    const read = await readAs(text, { decimals });
    expect(read.map((line) => (typeof line === 'string' ? line : writeCoinAmount(line.amount)))).toEqual(right);
  });
});

describe('units are converted or refused', () => {
  test.each<[string, string, unknown]>([
    ['BTC', '150000 sats', '0.0015'],
    ['BTC', '"150,000 sat"', '0.0015'],
    ['BTC', '1.2 mBTC', '0.0012'],
    ['BTC', '25 µBTC', '0.000025'],
    ['BTC', '0.5 XBT', '0.5'],
    ['BTC', '₿ 0.5', '0.5'],
    ['BTC', 'BTC -0.5', '-0.5'],
    ['ETH', '21 gwei', '0.00000002'],
    ['ETH', '0.5 ETH', '0.5'],
    ['USDT-TRC20', '5 USDT', '5'],
    ['BTC', '5 EUR', refusal('not an amount of BTC')],
    ['BTC', '€5', refusal('not an amount of BTC')],
    ['BTC', '1.5 ETH', refusal('not an amount of BTC')],
    ['BTC', '1.5 MBTC', refusal('not an amount of BTC')],
    ['BTC', '2 k', refusal('not an amount of BTC')],
    ['USDT-TRC20', '5 USDC', refusal('not an amount of USDT')],
  ])('%s: %s', async (method, cell, right) => {
    const read = await readAs(`Date,Amount\n2026-03-02,${cell}`, {}, { method });
    expect(read.map((line) => (typeof line === 'string' ? line : writeCoinAmount(line.amount)))).toEqual(
      typeof right === 'string' ? [right] : right,
    );
  });

  test.each<[string, string, unknown[]]>([
    ['Amount (BTC)', 'BTC', ['5']],
    ['Value_IN(ETH)', 'ETH', ['5']],
    ['Amount (net)', 'BTC', ['5']],
    ['USDT amount', 'USDT-ERC20', ['5']],
    ['Value (sats)', 'BTC', refusal('is in sats')],
    ['Amount [mBTC]', 'BTC', refusal('is in mBTC')],
    ['Betrag in EUR', 'BTC', refusal('is in EUR')],
    ['amount_usd', 'BTC', refusal('is in usd')],
    ['Umsatz (€)', 'BTC', refusal('is in €')],
    ['ETH amount', 'BTC', refusal('is in ETH')],
    ['Amount (PEPE)', 'BTC', refusal('is in PEPE')],
  ])('a column %s of %s', async (amount, method, right) => {
    const read = await readAs(`Date,${amount}\n2026-03-02,5`, { amount }, { method });
    expect(read.map((line) => (typeof line === 'string' ? line : writeCoinAmount(line.amount)))).toEqual(right);
  });
});

describe('signs', () => {
  test.each<[string, unknown[]]>([
    [
      'Date,Amount\n2026-03-01,1.5 DR\n2026-03-02,1.5 CR\n2026-03-03,1.5-\n2026-03-04,(1.5)',
      ['-1.5', '1.5', '-1.5', '-1.5'],
    ],
    ['Date,Amount\n2026-03-01,"1,5 S"\n2026-03-02,"1,5 H"', ['-1.5', '1.5']],
    ['Date,Amount\n2026-03-01,-1.5 CR', refusal('two signs')],
    ['Date,Amount,Direction\n2026-03-01,1,out\n2026-03-02,2,IN', ['-1', '2']],
    ['Date,Amount,Type\n2026-03-01,1,Withdrawal\n2026-03-02,2,Deposit', ['-1', '2']],
    ['Datum;Betrag;Soll/Haben\n01.03.2026;1,5;S\n02.03.2026;2,5;H', ['-1.5', '2.5']],
    ['Datum;Betrag;Richtung\n01.03.2026;1,5;Ausgang\n02.03.2026;2,5;Eingang', ['-1.5', '2.5']],
    ['Datum;Betrag;Art\n01.03.2026;1,5;Auszahlung\n02.03.2026;2,5;Gutschrift', ['-1.5', '2.5']],
    ['Date,Amount,Type\n2026-03-01,1,Deposit\n2026-03-02,2,Convert', refusal('neither in nor out')],
    ['Date,Amount,Type\n2026-03-01,-1,Transfer\n2026-03-02,2,Convert', ['-1', '2']],
    [
      'Date,Amount,Type\n2026-03-01,1,Transfer out\n2026-03-02,2,Payment received\n2026-03-03,3,Geldausgang',
      ['-1', '2', '-3'],
    ],
    [
      'Date,Amount,Type\n2026-03-01,1,Überweisungsgutschrift\n2026-03-02,2,Withdrawal fee',
      refusal('neither in nor out'),
    ],
    ['Date,Haben,Soll\n2026-03-01,,1\n2026-03-02,2,', ['-1', '2']],
    ['Date,Haben,Soll\n2026-03-01,,-1\n2026-03-02,2,0.00', ['-1', '2']],
    ['Date,Haben,Soll\n2026-03-01,,-1\n2026-03-02,,2', refusal('does not fit its column')],
    ['Date,Haben,Soll\n2026-03-01,-1,', refusal('does not fit its column')],
  ])('%j', async (text, right) => {
    const read = await guessAs(text, 'BTC');
    expect(read.map((line) => (/^2026/.test(line) ? line.split(' ')[1] : line))).toEqual(right);
  });

  test('a direction that contradicts a sign is refused', async () => {
    const text = 'Date,Amount,Type\n2026-03-01,-1,Deposit';
    expect(await guessAs(text, 'BTC', { direction: 'Type' })).toEqual(refusal('the sign of the amount differ'));
  });
});

describe('exports in their original form', () => {
  test.each<[string, string, string, unknown[]]>([
    [
      'Binance, with a two-digit year first',
      'BTC',
      '"User ID","Time","Account","Operation","Coin","Change","Remark"\n"1","26-11-02 21:30:41","Spot","Deposit","BTC","0.50000000",""\n"1","26-11-03 09:00:00","Spot","Withdraw","BTC","-0.10000000","fee included"\n"1","26-11-03 09:00:00","Spot","Deposit","ETH","3.00000000",""',
      ['2026-11-02T21:30 0.5', '2026-11-03T09:00 -0.1'],
    ],
    [
      'Binance deposits, with their zone in the header',
      'BTC',
      'Date(UTC+8),Coin,Network,Amount,Fee,Address,TXID,Status\n2026-11-02 01:30:00,BTC,BTC,0.5,0,bc1q,t1,Completed\n2026-11-02 01:31:00,BTC,BTC,0.7,0,bc1q,t2,Pending',
      ['2026-11-01T17:30 0.5'],
    ],
    [
      'Kraken',
      'BTC',
      '"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"\n"L1","Q1","2026-11-01 10:00:00","deposit","","currency","XXBT",0.5000000000,0.0000000000,0.5\n"L2","Q2","2026-11-01 11:00:00","withdrawal","","currency","XXBT",-0.1000000000,0.0002000000,0.3998\n"L3","Q3","2026-11-01 12:00:00","deposit","","currency","ZEUR",100.0000,0.0000,100',
      ['2026-11-01T10:00 0.5', '2026-11-01T11:00 -0.1 0.0002'],
    ],
    [
      'Coinbase, with lines above the header',
      'BTC',
      'Transactions\nUser,Eve Doe,4b1c\nID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Fees and/or Spread,Notes\n1,2026-11-01 16:39:34 UTC,Receive,BTC,0.01,EUR,€60000.00,€0.00,"Received 0.01 BTC, as sent"\n2,2026-11-02 16:39:34 UTC,Send,BTC,-0.005,EUR,€60000.00,€1.99,\n3,2026-11-02 17:39:34 UTC,Buy,ETH,1,EUR,€3000.00,€1.99,',
      ['2026-11-01T16:39 0.01', '2026-11-02T16:39 -0.005'],
    ],
    [
      'Bitstamp',
      'BTC',
      'Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type\nDeposit,"Nov. 02, 2026, 03:04 PM",Main Account,0.50000000 BTC,,,,\nWithdrawal,"Nov. 03, 2026, 09:00 AM",Main Account,0.10000000 BTC,,,0.0001 BTC,',
      ['2026-11-02T15:04 0.5', '2026-11-03T09:00 -0.1 0.0001'],
    ],
    [
      'Bitfinex, with a two-digit year last',
      'BTC',
      '#,DESCRIPTION,CURRENCY,AMOUNT,BALANCE,DATE,WALLET\n1,Deposit,BTC,0.5,0.5,02-11-26 21:30:41,exchange\n2,Withdrawal,BTC,-0.1,0.4,13-11-26 09:00:00,exchange',
      ['2026-11-02T21:30 0.5', '2026-11-13T09:00 -0.1'],
    ],
    [
      'Etherscan',
      'ETH',
      '"Transaction Hash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","ContractAddress","Value_IN(ETH)","Value_OUT(ETH)","CurrentValue @ $3000/Eth","TxnFee(ETH)","TxnFee(USD)","Status","ErrCode"\n"0x1","1","1793700000","2026-11-01 17:30:00","0xa","0xb","","0.5","0","$1500.00","0.0001","0.3","",""\n"0x2","2","1793700100","2026-11-01 17:31:40","0xb","0xc","","0","0.2","$600.00","0.0001","0.3","",""\n"0x3","3","1793700200","2026-11-01 17:33:20","0xb","0xc","","0","0.2","$600.00","0.0001","0.3","Error(0)","out of gas"',
      ['2026-11-01T17:30 0.5 0.0001', '2026-11-01T17:31 -0.2 0.0001'],
    ],
    [
      'Bitcoin Core',
      'BTC',
      '"Confirmed","Date","Type","Label","Address","Amount (BTC)","ID"\n"true","2026-11-02T21:30:41","Received with","","bc1q","0.50000000","t1"\n"false","2026-11-03T09:00:00","Received with","","bc1q","0.70000000","t2"\n"true","2026-11-03T09:00:00","Sent to","","bc1q","-0.10000000","t3"',
      ['2026-11-02T21:30 0.5', '2026-11-03T09:00 -0.1'],
    ],
    [
      'Ledger Live',
      'BTC',
      'Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash\n2026-11-02T21:30:41.000Z,Confirmed,BTC,IN,0.5,0.0001,t1\n2026-11-03T09:00:00.000Z,Confirmed,BTC,OUT,0.1,0.0001,t2\n2026-11-03T09:00:00.000Z,Confirmed,ETH,OUT,1,0.0001,t3',
      ['2026-11-02T21:30 0.5 0.0001', '2026-11-03T09:00 -0.1 0.0001'],
    ],
    [
      'Trezor',
      'BTC',
      'Timestamp;Date;Time;Type;Transaction ID;Fee;Fee unit;Address;Label;Amount;Amount unit;Fiat (USD)\n1793654441;02/11/2026;21:30:41;RECV;t1;;;bc1q;;0.5;BTC;45000\n1793696400;03/11/2026;09:10:00;SENT;t2;0.0001;BTC;bc1q;;0.1;BTC;9000',
      ['2026-11-02T21:20 0.5', '2026-11-03T09:00 -0.1 0.0001'],
    ],
    [
      'a German bank, with its account above and a total below',
      'EUR',
      '"Girokonto";"DE00123456780000000000"\n"Zeitraum:";"01.11.2026 - 30.11.2026"\n"Kontostand vom 28.11.2026:";"1.234,56 €"\n""\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID"\n"03.11.26";"03.11.26";"Gebucht";"ACME";"Rechnung 1";"Eingang";"DE1";"1.250,00";""\n"04.11.26";"04.11.26";"Gebucht";"Eve";"Miete";"Ausgang";"DE2";"-34,99";""\n"05.11.26";"05.11.26";"Vorgemerkt";"Eve";"Strom";"Ausgang";"DE2";"-10,00";""\n"";"";"";"";"Summe";"";"";"1.215,01";""',
      ['2026-11-03T00:00 1250', '2026-11-04T00:00 -34.99'],
    ],
    [
      'a bank with debit, credit and balances',
      'EUR',
      'Buchungstag;Verwendungszweck;Soll;Haben;Währung\n01.11.2026;Anfangssaldo;;100,00;EUR\n02.11.2026;Miete;-34,99;;EUR\n03.11.2026;Lohn;;1.250,00;EUR\nKontostand;30.11.2026;;1.315,01;EUR',
      ['2026-11-02T00:00 -34.99', '2026-11-03T00:00 1250'],
    ],
    [
      'a spreadsheet that names its separator',
      'BTC',
      'sep=;\r\nDate;Amount;TxID\r\n2026-11-01;0.5;t1\r\n',
      ['2026-11-01T00:00 0.5'],
    ],
    [
      'lines above the header',
      'BTC',
      '"Account";"DE00"\n"Balance";"100"\n""\n"Date";"Amount";"TxID"\n"01.11.2026";"0.5";"t1"\n',
      ['2026-11-01T00:00 0.5'],
    ],
    [
      'a status that is not known',
      'BTC',
      'Date,Amount,Status\n2026-11-01,1,Completed\n2026-11-02,2,Refunded\n2026-11-03,3,',
      [...refusal('an unknown status'), ...refusal('other lines have a status')],
    ],
    ['a file of other coins', 'BTC', 'Date,Amount,Asset\n2026-11-01,1,ETH', refusal('Left out: 1 of other coins')],
  ])('%s', async (_, method, text, right) => {
    expect(await guessAs(text, method)).toEqual(right);
  });

  test('report the wrong line of the file, whatever precedes the header', async () => {
    expect(await guessAs('sep=;\nDate;Amount\n2026-11-01;1\n2026-11-02;x', 'BTC')).toEqual(refusal('Line 4, Amount'));
  });
});

test.each<[string, number | null | undefined]>([
  ['Time(UTC+8)', 480],
  ['Date (GMT-03:30)', -210],
  ['UTC_Time', 0],
  ['DateTime (UTC)', 0],
  ['Datum (MEZ)', null],
  ['Time (+05:30)', 330],
  ['Time (Asia/Tokyo)', null],
  ['Time (CST)', null],
  ['Time', undefined],
])('the zone of a column %s', (header, minutes) => {
  expect(findZone(header)).toBe(minutes);
});

test('times in the zone of a column are converted', () => {
  const read = (date: string) => readStatementDate(date, { order: 'day', zone: findZone('Time(UTC+8)') ?? undefined });
  expect(read('2026-11-02 01:30')).toBe(Date.UTC(2026, 10, 1, 17, 30));
  expect(read('2026-11-02T01:30Z')).toBe(Date.UTC(2026, 10, 2, 1, 30));
});

test.each<[string[], 'day' | 'month', boolean | null]>([
  [['26-11-02 21:30'], 'day', true],
  [['02-11-26'], 'day', false],
  [['25-11-26'], 'day', null],
  [['25-11-26', '25-11-27'], 'day', true],
  [['25-11-26', '02-11-26'], 'day', false],
  [['13-11-14'], 'day', null],
  [['25.11.26'], 'day', false],
  [['11/25/26'], 'month', false],
  [['26/11/02'], 'day', true],
])('the two-digit years of %j come first: %s', (dates, order, isFirst) => {
  expect(findYearFirst(dates, order, Date.UTC(2026, 10, 28))).toBe(isFirst);
});

test('columns are guessed by their names', () => {
  const header = ['Timestamp', 'Amount (BTC)', 'Network fee', 'TxHash', 'Address', 'Label'];
  const guess = (...names: string[]) => guessColumns({ header: names, body: [] }, 'BTC');
  const guessed = guess(...header);
  expect(guessed).toMatchObject({
    date: 'Timestamp',
    amount: 'Amount (BTC)',
    fee: 'Network fee',
    transactionId: 'TxHash',
    address: 'Address',
    note: 'Label',
  });
  for (const name of ['Tx', 'TxID', 'Txid', 'Tx Hash', 'Hash', 'Transaction', 'Transaction ID', 'Transaction hash'])
    expect(guess('Date', 'Transaction type', 'Amount', name)).toMatchObject({ transactionId: name });
  expect(guess('Date', 'Credit', 'Debit')).toMatchObject({ moneyIn: 'Credit', moneyOut: 'Debit' });
  expect(guess('Date', 'Sent Amount', 'Sent Currency', 'Received Amount')).toMatchObject({
    moneyIn: 'Received Amount',
    moneyOut: 'Sent Amount',
  });
});

const BANK = 'Müller;Einzahlung';

test.each<[string, string, string, Partial<StatementColumns>]>([
  [
    'with a letter for the direction',
    'Buchungstag;Wertstellung;Verwendungszweck;Betrag;Soll/Haben\n02.03.2026;02.03.2026;Einzahlung;1.250,50;H\n03.03.2026;03.03.2026;Miete;99,00;S',
    'EUR',
    { date: 'Buchungstag', amount: 'Betrag', direction: 'Soll/Haben', note: 'Verwendungszweck' },
  ],
  [
    'of a savings bank',
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Betrag";"Waehrung";"Info"\n"DE0";"02.03.26";"02.03.26";"GUTSCHR.";"Einzahlung";"";"";"E1";"1.250,50";"EUR";"Umsatz gebucht"\n"DE0";"03.03.26";"03.03.26";"LASTSCHRIFT";"Miete";"DE9";"M1";"E2";"-99,00";"EUR";"Umsatz gebucht"\n"DE0";"04.03.26";"";"GUTSCHR.";"Offen";"";"";"E3";"5,00";"EUR";"Umsatz vorgemerkt"',
    'EUR',
    { transactionId: 'Kundenreferenz (End-to-End)', coin: 'Waehrung', status: 'Info', note: 'Verwendungszweck' },
  ],
  [
    'with a balance above',
    `"Girokonto";"DE0"\n""\n"Kontostand vom 30.03.2026:";"1.151,50 €"\n""\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Verwendungszweck";"Umsatztyp";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"\n"02.03.26";"02.03.26";"Gebucht";${BANK};"Eingang";"1.250,50";"";"";"K1"\n"03.03.26";"03.03.26";"Gebucht";"Wir";"Miete";"Ausgang";"-99,00";"DE9";"M1";"K2"`,
    'EUR',
    { amount: 'Betrag (€)', status: 'Status', transactionId: 'Kundenreferenz' },
  ],
  [
    'with two columns of a currency',
    `Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Verwendungszweck;Saldo;Währung;Betrag;Währung\n02.03.2026;05.03.2026;${BANK};2.000,00;EUR;1.250,50;EUR\n03.03.2026;05.03.2026;Haus;Miete;1.901,00;EUR;-99,00;EUR`,
    'EUR',
    { date: 'Buchung', coin: 'Währung (2)' },
  ],
  [
    'in two columns',
    'Buchungsdatum;Valuta;Buchungstext;Soll;Haben;Saldo\n02.03.2026;02.03.2026;Einzahlung;;1.250,50;2.000,00\n03.03.2026;03.03.2026;Miete;99,00;;1.901,00',
    'EUR',
    { moneyIn: 'Haben', moneyOut: 'Soll', note: 'Buchungstext' },
  ],
  [
    'of an exchange',
    'Datum;Typ;Währung;Referenz;BTC-Adresse;"Menge vor Gebühr";"Zu- / Abgang";Kontostand\n"2026-03-02 10:30:00";Einzahlung;BTC;a1;bc1q;;1250.50;2000\n"2026-03-03 11:00:00";Auszahlung;BTC;a2;bc1q;;-99.00;1901',
    'BTC',
    { amount: 'Zu- / Abgang', direction: null, transactionId: 'Referenz', address: 'BTC-Adresse' },
  ],
])('columns of German banks and exchanges are guessed: %s', async (_, text, method, right) => {
  const read = await readStatementTable(text);
  if (!read.ok) throw new Error(read.fault);
  const columns = guessColumns(read.table, method);
  expect(columns).toMatchObject(right);
  const parsed = await readStatementLines(read.table, columns, { method, until: NOW });
  const lines = parsed.ok ? parsed.lines : parsed.faults;
  expect(lines).toMatchObject([{ amount: 125_050_000_000n }, { amount: -9_900_000_000n }]);
});
