export type Rect = { x: number; y: number; width: number; height: number };

/**
 * Divides a rectangle among weights, each getting its share of the area in a piece as near a square as can be
 * (squarified treemap). Weights descending give the best pieces; the answer is in their order, and one that is not
 * above zero gets no area.
 */
export function squarify(weights: readonly number[], frame: Rect): Rect[] {
  const positive = weights.map((weight) => Math.max(weight, 0));
  const total = positive.reduce((sum, weight) => sum + weight, 0);
  const areas = positive.map((weight) => (total ? (weight / total) * frame.width * frame.height : 0));
  const pieces: Rect[] = [];
  let left = { ...frame };
  for (let from = 0; from < areas.length; ) {
    const side = Math.min(left.width, left.height);
    let to = from + 1;
    while (to < areas.length && worst(areas.slice(from, to + 1), side) <= worst(areas.slice(from, to), side)) to++;
    const row = areas.slice(from, to);
    const area = row.reduce((sum, piece) => sum + piece, 0);
    const wide = left.width >= left.height;
    const depth = side ? area / side : 0;
    let along = 0;
    for (const piece of row) {
      const length = depth ? piece / depth : 0;
      pieces.push(
        wide
          ? { x: left.x, y: left.y + along, width: depth, height: length }
          : { x: left.x + along, y: left.y, width: length, height: depth },
      );
      along += length;
    }
    left = wide
      ? { ...left, x: left.x + depth, width: Math.max(left.width - depth, 0) }
      : { ...left, y: left.y + depth, height: Math.max(left.height - depth, 0) };
    from = to;
  }
  return pieces;
}

/** The longest side over the shortest, of the least square piece that a row along `side` would have. */
function worst(row: readonly number[], side: number): number {
  const area = row.reduce((sum, piece) => sum + piece, 0);
  const [least, most] = [Math.min(...row), Math.max(...row)];
  if (!least || !side) return Number.POSITIVE_INFINITY;
  return Math.max((side * side * most) / (area * area), (area * area) / (side * side * least));
}
