/** Consecutive integers as text: the first one, then the differences. This halves the data that a page passes to React. */
export type Series = string;

export const encodeSeries = (values: readonly number[]): Series =>
  values.map((value, index) => value - (values[index - 1] ?? 0)).join(' ');

export function decodeSeries(series: Series): number[] {
  let value = 0;
  return series === '' ? [] : series.split(' ').map((step) => (value += Number(step)));
}
