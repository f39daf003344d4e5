import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { letOthersIn } from '../process/turn';

/** A row of a table: `line` counts from 1, with the header; where a quoted cell breaks lines it is the last of them. */
export type CsvRow = { cells: string[]; line: number };

type Read =
  | { ok: true; header: string[]; body: CsvRow[]; delimiter: string }
  /** `line` is null for what is wrong with the file as a whole. */
  | { ok: false; line: number | null; words: string };

/** As much of a file as is parsed before others are let in, bytes. */
const SLICE = 16_384;

/**
 * Reads the text of a CSV file: separated by commas, semicolons or tabs, with or without a byte order mark, quotes and Windows line ends.
 * Cells are trimmed; empty lines are left out.
 * @param most rows below the header that are taken
 * @param what they are called in words
 */
export async function readCsvTable(text: string, { most, what }: { most: number; what: string }): Promise<Read> {
  const delimiter = delimiterOf(text);
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
      to: most + 2,
    });
    for await (const { record, info } of Readable.from(slicesOf(text)).pipe(parser)) {
      await letOthersIn();
      rows.push({ cells: record as string[], line: (info as { lines: number }).lines });
    }
  } catch (error) {
    const { lines = 1, code } = error as CsvError & { lines?: number };
    const isQuote = /QUOTE/.test(code);
    return { ok: false, line: lines, words: isQuote ? 'a quotation mark is out of place' : 'it can’t be read' };
  }
  const [header, ...body] = rows;
  if (!header) return { ok: false, line: null, words: 'The file is empty' };
  if (body.length > most)
    return { ok: false, line: null, words: `A file holds at most ${most.toLocaleString('en')} ${what}` };
  return { ok: true, header: header.cells, body, delimiter };
}

async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  // As bytes: a slice of text may end in the middle of a character.
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += SLICE) {
    await letOthersIn();
    yield bytes.subarray(from, from + SLICE);
  }
}

/** What separates the cells: what the first line has most of. */
function delimiterOf(text: string): string {
  const header = text.slice(0, 1_000).split(/\r|\n/, 1)[0] ?? '';
  const times = (mark: string) => header.split(mark).length;
  return [';', '\t'].reduce((best, mark) => (times(mark) > times(best) ? mark : best), ',');
}
