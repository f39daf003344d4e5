import { isMacValid, macOf } from '~/platform/mac';

/** List of a cursor: its owner, operation and filter. */
type Listed = { userId: string; operation: string; filter: object };

const partsOf = (after: string, { userId, operation, filter }: Listed) => [
  after,
  userId,
  operation,
  JSON.stringify(filter),
];

/** Encodes the position after which the next page starts, signed for one person's list and filter. */
export const writeCursor = (after: string, listed: Listed): string =>
  `${Buffer.from(after).toString('base64url')}.${macOf('cursor', partsOf(after, listed))}`;

/** Parses a cursor; null if it was altered or belongs to another list. */
export function readCursor(cursor: string, listed: Listed): string | null {
  const [place = '', ...mac] = cursor.split('.');
  const after = Buffer.from(place, 'base64url').toString();
  return isMacValid(mac.join('.'), 'cursor', partsOf(after, listed)) ? after : null;
}
