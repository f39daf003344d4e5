import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { yieldToRequests } from '../process/concurrency';

/** Row of a table. `line` is its last line in the file, counted from 1 with the header, since quoted cells may break lines. */
export type CsvRow = { cells: string[]; line: number };

type CsvReadResult =
  | { ok: true; header: string[]; line: number; body: CsvRow[]; delimiter: string }
  | { ok: false; line: number | null; message: string };

const CHUNK_CHARACTERS = 16_384;

/** Largest number of rows above the header, such as the account and its balance in bank files. */
const MAX_ROWS_ABOVE = 50;

type TableOptions = {
  maxRows: number;
  what: string;
  /**
   * Returns the index of the header among the first rows. Below zero if none is found; the first row is then the
   * header.
   */
  findHeader: (rows: readonly CsvRow[]) => number;
};

/** Parses a CSV file with any usual separator, byte order mark, `sep=;` line, title lines and line ends. Trims cells. */
export async function readCsvTable(text: string, { maxRows, what, findHeader }: TableOptions): Promise<CsvReadResult> {
  const [separator = '', named] = /^\ufeff?"?sep=([,;\t])"?(?=\r|\n)/i.exec(text) ?? [];
  const rest = text.slice(separator.length);
  const delimiter = named ?? detectDelimiter(rest);
  const rows: CsvRow[] = [];
  try {
    const parser = parse({
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: maxRows + MAX_ROWS_ABOVE + 2,
    });
    for await (const { record, info } of Readable.from(splitIntoChunks(rest)).pipe(parser)) {
      await yieldToRequests();
      rows.push({ cells: record as string[], line: (info as { lines: number }).lines });
    }
  } catch (error) {
    const { lines = 1, code } = error as CsvError & { lines?: number };
    const isQuote = /QUOTE/.test(code);
    return { ok: false, line: lines, message: isQuote ? 'a quotation mark is out of place' : 'it can’t be read' };
  }
  const [header, ...body] = rows.slice(Math.max(0, findHeader(rows.slice(0, MAX_ROWS_ABOVE + 1))));
  if (!header) return { ok: false, line: null, message: 'The file is empty' };
  if (body.length > maxRows)
    return { ok: false, line: null, message: `A file holds at most ${maxRows.toLocaleString('en')} ${what}` };
  return { ok: true, header: header.cells, line: header.line, body, delimiter };
}

async function* splitIntoChunks(text: string): AsyncGenerator<Buffer> {
  // Splits bytes, since a slice of text may end in the middle of a character.
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += CHUNK_CHARACTERS) {
    await yieldToRequests();
    yield bytes.subarray(from, from + CHUNK_CHARACTERS);
  }
}

const MAX_SHOWN_CHARACTERS = 20_000;

/** Returns the cell delimiter, which occurs equally often in most lines. Amounts with decimal commas contain commas too. */
function detectDelimiter(text: string): string {
  const lines = text
    .slice(0, MAX_SHOWN_CHARACTERS)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]+/);
  const usual = (mark: string) => {
    const lineCounts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(mark).length - 1;
      if (count > 0) lineCounts.set(count, (lineCounts.get(count) ?? 0) + 1);
    }
    return [...lineCounts].reduce((best, [count, times]) => Math.max(best, times * 1_000 + count), 0);
  };
  return [';', '\t'].reduce((best, mark) => (usual(mark) > usual(best) ? mark : best), ',');
}
