export type Encoding = 'br' | 'gzip' | 'identity';

/** Named, with its weight. Made once: a pattern made for each request costs as much as the answer. */
const BR = /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i;
const GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i;

/** The best encoding that an `Accept-Encoding` header takes. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (takes(accepted, BR)) return 'br';
  return takes(accepted, GZIP) ? 'gzip' : 'identity';
}

/** Named, and not with a weight of zero. */
function takes(accepted: string, named: RegExp): boolean {
  const weight = named.exec(accepted);
  return weight !== null && Number(weight[1] ?? 1) > 0;
}
