/** Returns the indices of the best values; none if all are equal, or fewer than two are known. */
export function findBest(values: readonly (number | null)[], prefer: 'most' | 'least'): boolean[] {
  const known = values.filter((value) => value !== null);
  const best = prefer === 'most' ? Math.max(...known) : Math.min(...known);
  const differ = known.length > 1 && known.some((value) => value !== best);
  return values.map((value) => differ && value === best);
}
