import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

export type Rect = { x: number; y: number; width: number; height: number };

type Branch = { weight: number; children?: Branch[] };

export function squarify(weights: readonly number[], frame: Rect): Rect[] {
  const all: Branch = { weight: 0, children: weights.map((weight) => ({ weight: Math.max(weight, 0) })) };
  const tree = hierarchy(all).sum(({ weight }) => weight);
  if (!tree.value) return weights.map(() => ({ x: frame.x, y: frame.y, width: 0, height: 0 }));
  const laid = treemap<Branch>().size([frame.width, frame.height]).tile(treemapSquarify.ratio(1))(tree);
  return (laid.children ?? []).map(({ x0, y0, x1, y1 }) => ({
    x: frame.x + x0,
    y: frame.y + y0,
    width: x1 - x0,
    height: y1 - y0,
  }));
}
