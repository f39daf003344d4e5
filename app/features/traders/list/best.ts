/**
 * Which of some values are the best of a row; none where they are all the same, or fewer than two have one.
 * @param values null for what has no such figure, or may not be called the best
 */
export function bestOf(values: readonly (number | null)[], prefer: 'most' | 'least'): boolean[] {
  const known = values.filter((value) => value !== null);
  const best = prefer === 'most' ? Math.max(...known) : Math.min(...known);
  const differ = known.length > 1 && known.some((value) => value !== best);
  return values.map((value) => differ && value === best);
}
