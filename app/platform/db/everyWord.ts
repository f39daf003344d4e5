import { and, or, type SQL, sql } from 'drizzle-orm';

/** As many words are looked for. */
const MOST_WORDS = 6;

/**
 * Whether each word of what was typed stands anywhere in a text, in any order and whatever letter case. `%` and `_` mean themselves.
 * Undefined where nothing was typed.
 */
export function everyWord(text: SQL, typed: string | null): SQL | undefined {
  const words = (typed ?? '').trim().slice(0, 100).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return and(...words.map((word) => holds(text, word)));
}

function holds(text: SQL, word: string): SQL | undefined {
  const typed = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const lowered = sql`lower(${text}) like ${typed.toLowerCase()} escape '\\'`;
  // SQLite lowers plain letters only, so others are looked for as they were typed, too.
  return /^[\x20-\x7e]*$/.test(word) ? lowered : or(lowered, sql`${text} like ${typed} escape '\\'`);
}
