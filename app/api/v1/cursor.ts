import { calculateMac, isMacValid } from '~/platform/mac';

/** List of a cursor: its owner, operation and filter. */
type CursorList = { userId: string; operation: string; filter: object };

const signedParts = (after: string, { userId, operation, filter }: CursorList) => [
  after,
  userId,
  operation,
  JSON.stringify(filter),
];

/** Encodes the position after which the next page starts, signed for one person's list and filter. */
export const encodeCursor = (after: string, listed: CursorList): string =>
  `${Buffer.from(after).toString('base64url')}.${calculateMac('cursor', signedParts(after, listed))}`;

/** Parses a cursor; null if it was altered or belongs to another list. */
export function decodeCursor(cursor: string, listed: CursorList): string | null {
  const [place = '', ...mac] = cursor.split('.');
  const after = Buffer.from(place, 'base64url').toString();
  return isMacValid(mac.join('.'), 'cursor', signedParts(after, listed)) ? after : null;
}
