import type { ByteRange } from '~/platform/storage/storage';

/** Parses a Range header into a range, null for all bytes, or `unsatisfiable`. Libraries parse it incorrectly (decision 044). */
export function parseByteRange(header: string | null, bytes: number): ByteRange | null | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (!first && !last)) return null;
  // `-500` means the last 500 bytes.
  if (!first)
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  if (last && Number(last) < Number(first)) return null;
  if (Number(first) >= bytes) return 'unsatisfiable';
  return { start: Number(first), end: last ? Math.min(Number(last), bytes - 1) : bytes - 1 };
}
