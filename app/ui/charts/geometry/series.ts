/** Whole numbers in a row as text: the first, then the step to each next. A page that hands them to React is half as long as with a list. */
export type Series = string;

export const encodeSeries = (values: readonly number[]): Series =>
  values.map((value, index) => value - (values[index - 1] ?? 0)).join(' ');

export function decodeSeries(series: Series): number[] {
  let value = 0;
  return series === '' ? [] : series.split(' ').map((step) => (value += Number(step)));
}
