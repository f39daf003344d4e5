import { done, type Result } from '../result';

export type AmountFault = 'empty' | 'not-number' | 'sign' | 'mark' | 'form' | 'ambiguous' | 'decimals' | 'too-large';

export type AmountFormat = {
  /** Largest number of digits after the decimal mark. Amounts are parsed into units of 10^-decimals. */
  decimals: number;
  max: bigint;
  /** Decimal mark; `either` if it is unknown. */
  mark: '.' | ',' | 'either';
  /** True if other amounts of the same source have proved its decimal mark, so that `1,250` is not ambiguous. */
  isMarkProven?: boolean;
  symbol?: string;
  unit?: string;
  signed?: boolean;
  /** True to accept other forms that wallets, exchanges and spreadsheets write: `.5`, `3e-7`, and groups separated by spaces. */
  loose?: boolean;
};

/**
 * Format of dollars as people and calls enter them, in cents. The limit is ten billion dollars, far below the amounts
 * at which sums become inexact.
 */
export const DOLLAR_FORMAT: AmountFormat = {
  decimals: 2,
  max: 1_000_000_000_000n,
  mark: '.',
  symbol: '$',
  unit: 'USD',
};

/** Format of dollars in a table separated by semicolons, which programs write with either decimal mark. */
export const DOLLAR_FORMAT_EITHER_MARK: AmountFormat = { ...DOLLAR_FORMAT, mark: 'either' };

/** Format of coin amounts copied from a wallet, in hundred-millionths. Both engines can add up 90 million coins. */
export const COIN_FORMAT: AmountFormat = {
  decimals: 8,
  max: BigInt(Number.MAX_SAFE_INTEGER),
  mark: '.',
  loose: true,
};

export const STATEMENT_COIN_FORMAT: AmountFormat = { ...COIN_FORMAT, signed: true };

export const PERCENT_FORMAT: AmountFormat = { decimals: 2, max: 9_999_999n, mark: '.', unit: '%' };

/** Longest text that is parsed as an amount; a longer text is refused first. */
const MAX_AMOUNT_LENGTH = 60;

const AMOUNT_PATTERN =
  /^(?<open>\(?)(?<first>[+\-−–]?)\s*(?<symbol>\p{Sc}?)\s*(?<second>[+\-−–]?)\s*(?<body>[\d.,](?:[\d.,'’\s]*[\d.,])?)(?:e(?<exponent>[+-]?\d{1,2}))?\s*(?<last>[-−–]?)(?<close>\)?)\s*(?<unit>\p{L}*|%)$/iu;

const OTHER_DECIMAL_MARK = { '.': ',', ',': '.' } as const;
type DecimalMark = keyof typeof OTHER_DECIMAL_MARK;

/** Patterns of thousands separators by decimal mark. Groups do not start with 0, since `0,500` is a fraction. */
const THOUSANDS_PATTERNS: Record<DecimalMark, RegExp> = {
  '.': /^[1-9]\d{0,2}(?:([,'’\s])\d{3})(?:\1\d{3})*$/,
  ',': /^[1-9]\d{0,2}(?:([.'’\s])\d{3})(?:\1\d{3})*$/,
};

type AmountReading = { whole: string; fraction: string; group: string };

function readDigits(body: string, mark: DecimalMark, loose: boolean): AmountReading | null {
  const [whole = '', fraction, ...more] = body.split(mark);
  if (more.length > 0 || !/^\d*$/.test(fraction ?? '')) return null;
  if (!loose && (whole === '' || fraction === '')) return null;
  const group = THOUSANDS_PATTERNS[mark].exec(whole)?.[1] ?? '';
  if (group === '' ? !/^\d*$/.test(whole) : !loose && group !== OTHER_DECIMAL_MARK[mark]) return null;
  return { whole: whole.replace(/\D/g, ''), fraction: fraction ?? '', group };
}

function chooseReading(body: string, { decimals, mark, isMarkProven, loose = false }: AmountFormat) {
  const byPoint = readDigits(body, '.', loose);
  const byComma = readDigits(body, ',', loose);
  if (mark === 'either') {
    if (byPoint && byComma && byPoint.fraction !== byComma.fraction) return 'ambiguous';
    return byPoint ?? byComma ?? 'form';
  }
  const [own, other] = mark === '.' ? [byPoint, byComma] : [byComma, byPoint];
  if (!own) return other ? 'mark' : 'form';
  const isOneGroup = own.group === OTHER_DECIMAL_MARK[mark] && other !== null && other.fraction.length <= decimals;
  return isOneGroup && !isMarkProven ? 'ambiguous' : own;
}

/** Parses an amount that has only one possible meaning. @returns units of 10^-decimals, or why the text is refused */
export function parseAmount(input: string, format: AmountFormat): Result<bigint, AmountFault> {
  const fault = (error: AmountFault): Result<bigint, AmountFault> => ({ ok: false, error });
  const text = input.trim();
  if (text === '') return fault('empty');
  if (!/\p{N}/u.test(text)) return fault('not-number');
  if (text.length > MAX_AMOUNT_LENGTH) return fault(/^\d+$/.test(text) ? 'too-large' : 'form');
  const {
    open,
    first,
    symbol,
    second,
    body = '',
    exponent,
    last,
    close,
    unit,
  } = AMOUNT_PATTERN.exec(text)?.groups ?? {};
  if (body === '' || (exponent !== undefined && !format.loose)) return fault('form');
  if (symbol && symbol !== format.symbol) return fault('form');
  if (unit && unit.toUpperCase() !== format.unit) return fault('form');
  const signs = [first, second, last, open && '-'].filter(Boolean);
  if (signs.length > 1 || Boolean(open) !== Boolean(close)) return fault('form');
  const reading = chooseReading(body, format);
  if (typeof reading === 'string') return fault(reading);
  const { whole, fraction } = reading;
  if (whole + fraction === '') return fault('form');
  if (signs.length > 0 && !format.signed) return fault('sign');
  if (fraction.length > format.decimals && !format.loose) return fault('decimals');
  const power = format.decimals - fraction.length + Number(exponent ?? 0);
  const digits = BigInt(whole + fraction);
  const units = power >= 0 ? digits * 10n ** BigInt(power) : digits / 10n ** BigInt(-power);
  if (units > format.max) return fault('too-large');
  return done(signs.length > 0 && signs[0] !== '+' ? -units : units);
}

/** Returns whether the amounts of a column prove a decimal mark: at least one parses with this mark only. */
export const isMarkShown = (amounts: readonly { digits: string; format: AmountFormat }[], mark: DecimalMark): boolean =>
  amounts.some(({ digits, format }) => {
    const isReadBy = (each: DecimalMark) => parseAmount(digits, { ...format, mark: each, isMarkProven: true }).ok;
    return isReadBy(mark) && !isReadBy(OTHER_DECIMAL_MARK[mark]);
  });

type FaultTexts = { notNumber: string; enter: string; example: string; max: string; decimals: string };

export function formatAmountFault(
  fault: AmountFault,
  { notNumber, enter, example, max, decimals }: FaultTexts,
): string {
  switch (fault) {
    case 'empty':
      return notNumber;
    case 'not-number':
      return `${notNumber}. ${enter}, as in ${example}.`;
    case 'sign':
      return 'Remove the sign.';
    case 'mark':
      return `Use a point before decimals and commas between thousands, as in ${example}.`;
    case 'ambiguous':
      return `This can mean thousands or decimals. Remove the commas between thousands, as in ${example}.`;
    case 'decimals':
      return decimals;
    case 'too-large':
      return `The most is ${max}.`;
    case 'form':
      return `${enter}, as in ${example}.`;
  }
}

/** Writes a JSON number without an exponent, as `parseAmount` reads it. */
export function formatPlainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? String(BigInt(value)) : value.toFixed(20).replace(/0+$/, '');
}
