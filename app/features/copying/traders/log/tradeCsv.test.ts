import { describe, expect, test } from 'vitest';
import { formatFaults, readTradeCsv, tradeImportSchema } from './tradeCsv';

const HEADER = 'pair,type,amount,date';
const faultsOf = async (text: string) => {
  const read = await readTradeCsv(text);
  return read.ok ? [] : read.faults;
};
const rowsOf = async (text: string) => {
  const read = await readTradeCsv(text);
  if (!read.ok) throw new Error(read.faults.join('; '));
  return read.rows;
};

const EURO = { line: 2, pair: 'EUR/USD', type: 'profit', amount: 1_234_50n, at: new Date('2026-03-02T14:30:00Z') };
const COIN = { line: 3, pair: 'BTC/USD', type: 'loss', amount: 80_00n, at: new Date('2026-03-03T23:59:59.999Z') };

describe('results are parsed from', () => {
  test.each([
    ['commas', `${HEADER}\nEUR/USD,profit,1234.50,2026-03-02T14:30\nBTC/USD,loss,80,2026-03-03\n`],
    [
      'a byte order mark, Windows line ends, capitals and spaces',
      '\ufeffPair, Type ,AMOUNT,Date\r\n eur/usd , Profit , 1234.5 ,2026-03-02 14:30\r\nbtc/usd,LOSS,80,2026-03-03\r\n\r\n',
    ],
    [
      'quotes',
      `"pair","type","amount","date"\n"EUR/USD","profit","$1,234.50","2026-03-02T14:30Z"\n"BTC/USD",loss,80,2026-03-03`,
    ],
    [
      'semicolons and decimal commas',
      'pair;type;amount;date\nEUR/USD;profit;1.234,50;2026-03-02T14:30\nBTC/USD;loss;80;2026-03-03',
    ],
    [
      'tabs',
      `${HEADER.replaceAll(',', '\t')}\nEUR/USD\tprofit\t1234.50\t2026-03-02T14:30\nBTC/USD\tloss\t80\t2026-03-03`,
    ],
    [
      'other columns in another order, and an empty line of commas',
      'date,note,amount,pair,type\n2026-03-02T14:30,"said ""yes"", then",1234.50,EUR/USD,profit\n2026-03-03,,80,BTC/USD,loss\n,,,,\n',
    ],
  ])('%s', async (_, text) => {
    expect(await rowsOf(text)).toEqual([EURO, COIN]);
  });

  test('a file with a declared separator, lines above the header and dates of trading terminals', async () => {
    const text =
      'sep=;\nAccount;1234\npair;type;amount;date\nEUR/USD;profit;1.234,50;2026.03.02 14:30\nBTC/USD;loss;80;2026.03.03';
    expect(await rowsOf(text)).toEqual([
      { ...EURO, line: 4 },
      { ...COIN, line: 5 },
    ]);
  });

  test('amounts whose decimal mark is clear from another amount of the file', async () => {
    const amounts = async (...cells: string[]) =>
      (
        await rowsOf(
          ['pair;type;amount;date', ...cells.map((cell, at) => `EUR/USD;profit;${cell};2026-03-0${at + 1}`)].join('\n'),
        )
      ).map(({ amount }) => amount);
    expect(await amounts('1.234', '12,50')).toEqual([1_234_00n, 12_50n]);
    expect(await amounts('1,234', '12.50')).toEqual([1_234_00n, 12_50n]);
  });

  test('at most ten thousand lines are parsed, in batches that yield to the event loop', async () => {
    const lines = Array.from({ length: 10_001 }, (_, at) => `EUR/USD,profit,${at + 1},2026-03-02T14:30`);
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    expect(await rowsOf([HEADER, ...lines.slice(1)].join('\n'))).toHaveLength(10_000);
    clearInterval(counting);
    // Other work runs between the batches.
    expect(turns).toBeGreaterThan(5);
    const note = [
      'date,note,amount,pair,type',
      ...lines.slice(1, 2_000).map((_, at) => `2026-03-02T14:30,€😀ü,${at + 1},EUR/USD,profit`),
    ];
    expect(await rowsOf(note.join('\n'))).toHaveLength(1_999);
    expect(await faultsOf([HEADER, ...lines].join('\n'))).toEqual(['A file holds at most 10,000 results']);
  });
});

describe('every error is reported with its line and column', () => {
  const good = 'EUR/USD,profit,5,2026-03-02T14:30';
  test.each([
    ['', ['The file is empty']],
    ['\n\n', ['The file is empty']],
    [HEADER, ['The file has a header and no results']],
    [`pair,type,amount\n${good}`, ['Line 1: the header has no column date']],
    [`${HEADER},Date\n${good}`, ['Line 1: the header has the column date twice']],
    [`${HEADER}\n${good}\nEUR/USD,profit,"5,2026-03-02\n`, ['Line 3: a quotation mark is out of place']],
    [`${HEADER}\nEUR/USD,pro"fit,5,2026-03-02\n`, ['Line 2: a quotation mark is out of place']],
    [`${HEADER}\n\n${good}\nDOGE,profit,5,2026-03-03`, [expect.stringMatching(/^Line 4, pair: use one of EUR\/USD, /)]],
    [`${HEADER}\nEUR/USD,won,5,2026-03-02`, ['Line 2, type: use profit or loss']],
    ...[
      [',', '', 'Amount must be a number'],
      [',', 'NaN', 'Amount must be a number'],
      [',', '0', 'Enter at least'],
      [',', '-5', 'Remove the sign'],
      [',', '1e30', 'Enter dollars and cents'],
      [',', '5.001', 'Use two decimals at most'],
      [',', '"5,0"', 'Use a point before decimals'],
      [',', '99999999999999999999', 'The most is'],
      [';', '0,500', 'Use two decimals at most'],
      [';', '1.2.3,50', 'Enter dollars and cents'],
      [';', '1,234', 'This can mean thousands or decimals'],
      [';', '1.234', 'This can mean thousands or decimals'],
    ].map(([mark = '', amount, words]): [string, unknown[]] => [
      `${HEADER.replaceAll(',', mark)}\n${['EUR/USD', 'profit', amount, '2026-03-02'].join(mark)}`,
      [expect.stringContaining(`Line 2, amount: ${words}`)],
    ]),
    ...['', '2026-02-30', '02/03/2026', '2026-03-02T25:00', 'now'].map((date): [string, string[]] => [
      `${HEADER}\nEUR/USD,profit,5,${date}`,
      ['Line 2, date: use a date, as in 2026-03-02 or 2026-03-02T14:30, in UTC'],
    ]),
    [`${HEADER}\n${good}\nEUR/USD`, expect.arrayContaining([expect.stringContaining('Line 3, date')])],
    [`${HEADER}\n${good},more`, ['Line 2: it has more cells than the header']],
    [`${HEADER}\n${good}\n${good}`, ['Line 3: it is the same as line 2; give each its time if both happened']],
  ])('%j', async (text, faults) => {
    expect(await faultsOf(text)).toEqual(faults);
  });

  test('of many errors the first twenty are reported, with the count of the others', async () => {
    const faults = await faultsOf([HEADER, ...Array(30).fill('EUR/USD,won,5,2026-03-02')].join('\n'));
    expect(formatFaults(faults).slice(-2)).toEqual(['Line 21, type: use profit or loss', 'And 10 more faults.']);
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const parsed = await tradeImportSchema.safeParseAsync({ id, text: `${HEADER}\nX,won,y,z` });
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['log'], ['log'], ['log'], ['log']]);
  });
});
