import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';

/** Between the parts stands a character that can't be typed into one, so that nothing is found across them. */
const PARTS = sql`${user.firstName} || ' ' || ${user.lastName} || '\n' || ${user.email} || '\n' || ${user.usernameKey}`;

/** As many words are looked for. */
const MOST_WORDS = 6;

/**
 * Whether a user is meant by what was typed: the id, or words in any order, each of which stands anywhere in the name, the address
 * or the user name, in whatever letter case. `%` and `_` mean themselves. Undefined, for everybody, where nothing was typed.
 */
export function userFits(text: string): SQL | undefined {
  const words = text.trim().slice(0, 100).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  return or(and(...words.map(holds)), eq(user.id, text.trim()));
}

function holds(word: string): SQL | undefined {
  const typed = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const lowered = sql`lower(${PARTS}) like ${typed.toLowerCase()} escape '\\'`;
  // SQLite lowers plain letters only, so others are looked for as they were typed, too.
  return /^[\x20-\x7e]*$/.test(word) ? lowered : or(lowered, sql`${PARTS} like ${typed} escape '\\'`);
}

/** The ids of the users who are meant by what was typed, for a condition of another query. */
export const usersNamed = (text: string) => read().select({ id: user.id }).from(user).where(userFits(text));
