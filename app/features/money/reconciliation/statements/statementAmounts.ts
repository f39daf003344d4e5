import type { StatementColumns } from '#drizzle/schema';
import { parseAmount, showsMark } from '~/platform/text/amount';
import { cellsOf, type StatementTable } from './statementColumns';
import { type CellAmount, splitAmount } from './statementUnits';
import { readDirection } from './statementWords';

export type CellOf = (name: string | null | undefined) => string;

type RowAmounts = { moved: bigint; fee: bigint; faults: { column: string | null; words: string }[] };

type Sign = -1 | 1 | null;

export const shown = (cell: string): string => (cell === '' ? 'An empty cell' : `“${cell.slice(0, 40)}”`);

const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Reads a cell as the size of an amount, in hundred-millionths of the coin, and the sign beside it, or says what is wrong with it. */
function readCell(
  typed: string,
  method: string,
  { mark, isMarkProven }: { mark: '.' | ','; isMarkProven: boolean },
): { size: bigint; sign: Sign } | string {
  if (/^[-−–—]?$/.test(typed)) return { size: 0n, sign: null };
  if (/^[=@]/.test(typed)) return 'it is a formula. Save the file with values';
  const amount = splitAmount(typed, method);
  if ('fault' in amount) return `${shown(typed)} ${amount.fault}`;
  const { digits, format, sign } = amount;
  const parsed = parseAmount(digits, { ...format, mark, isMarkProven: true });
  if (!parsed.ok && parsed.error === 'too-large') return `${shown(typed)} is more than there can be of a coin`;
  if (!parsed.ok && parsed.error === 'mark')
    return `${shown(typed)} has no decimal ${mark === '.' ? 'point' : 'comma'}, which was chosen for the file`;
  if (!parsed.ok) return `${shown(typed)} is no amount`;
  const either = parseAmount(digits, { ...format, mark: 'either' });
  if (!isMarkProven && !either.ok && either.error === 'ambiguous')
    return `${shown(typed)} can be thousands or decimals. Save the file without marks between thousands, and with all decimals`;
  return { size: magnitude(parsed.value), sign };
}

/** Returns what the amounts of a column show: its decimal mark, and whether some or all have a minus sign. */
function shapeOf(cells: readonly CellAmount[], mark: '.' | ',') {
  const amounts = cells.filter((each) => 'digits' in each);
  const signs = amounts.filter(({ digits }) => /[1-9]/.test(digits)).map(({ sign }) => sign);
  const isSigned = signs.includes(-1);
  return { isMarkProven: showsMark(amounts, mark), isSigned, isMixed: isSigned && signs.some((sign) => sign !== -1) };
}

/** Returns a reader of the amounts of rows. The decimal mark and the signs of a column are decided from all its cells. */
export function amountReader(
  table: StatementTable,
  columns: StatementColumns,
  method: string,
): (cell: CellOf) => RowAmounts {
  const { amount, moneyIn, moneyOut, direction } = columns;
  const mark = columns.decimals === 'comma' ? ',' : '.';
  const shape = new Map(
    [amount, moneyIn, moneyOut, columns.fee].map((name) => [
      name,
      shapeOf(
        cellsOf(table, name).map((cell) => splitAmount(cell, method)),
        mark,
      ),
    ]),
  );

  return (cell) => {
    const faults: RowAmounts['faults'] = [];
    const fault = (column: string | null | undefined, words: string) => faults.push({ column: column ?? null, words });
    const read = (name: string | null): { size: bigint; sign: Sign } => {
      const found = readCell(cell(name), method, { mark, isMarkProven: shape.get(name)?.isMarkProven ?? false });
      if (typeof found === 'object') return found;
      fault(name, found);
      return { size: 0n, sign: null };
    };
    /** The signed amount: by the sign beside it, or by the column that says in or out. */
    const signed = (name: string): bigint => {
      const { size, sign } = read(name);
      if (!direction || size === 0n) return size * BigInt(sign ?? 1);
      const isSigned = shape.get(name)?.isSigned ?? false;
      const said = readDirection(cell(direction));
      const word = shown(cell(direction));
      if (sign !== null && said !== null && sign !== said)
        fault(direction, `${word} and the sign of the amount differ`);
      if (sign === null && said === -1 && isSigned)
        fault(direction, `${word}, but the amount has no sign as others have`);
      if (sign === null && said === null && !isSigned) fault(direction, `${word} says neither in nor out`);
      return size * BigInt(sign ?? said ?? 1);
    };
    /** The amount of a column that says in its name which way the money went: signs may repeat that. */
    const oneWay = (name: string | null, isIn: boolean): bigint => {
      const { size, sign } = read(name);
      if (size > 0n && sign === -1 && (isIn || shape.get(name)?.isMixed))
        fault(name, `${shown(cell(name))} has a sign that does not fit its column`);
      return size;
    };
    const moved = amount ? signed(amount) : oneWay(moneyIn, true) - oneWay(moneyOut, false);
    return { moved, fee: read(columns.fee).size, faults };
  };
}
