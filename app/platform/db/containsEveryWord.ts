import { and, type SQL, sql } from 'drizzle-orm';
import { onPostgres } from '#drizzle/columns';
import { DOUBLED_LETTERS, FOLDED_MARKS, STROKED_LETTERS, splitFoldedWords } from '../text/fold';

const MAX_SEARCH_WORDS = 6;

export const FOLD_FUNCTION = 'fold_text';

/** Returns the condition that a text contains every word (`foldText`). `%` and `_` are literal. Undefined without words. */
export function containsEveryWord(text: SQL, input: string | null): SQL | undefined {
  const words = splitFoldedWords((input ?? '').slice(0, 100)).slice(0, MAX_SEARCH_WORDS);
  return and(...words.map((word) => containsWord(text, word)));
}

/**
 * Returns the condition that a text contains a word. ASCII texts are only converted to lower case, since folding takes
 * longer and most rows are ASCII.
 */
function containsWord(text: SQL, word: string): SQL {
  const pattern = sql`${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
  const [lowered, folded] = onPostgres
    ? [sql`lower(${text} collate "C")`, createPostgresFoldSql(text, word)]
    : [sql`lower(${text})`, sql`${sql.raw(FOLD_FUNCTION)}(${text})`];
  return sql`(${lowered} like ${pattern} or (octet_length(${text}) <> length(${text}) and ${folded} like ${pattern}))`;
}

/**
 * Returns the SQL that folds a text on PostgreSQL. Non-ASCII capitals of the word's letters are replaced explicitly,
 * because the server's `lower` depends on its locale.
 */
function createPostgresFoldSql(text: SQL, word: string): SQL {
  const capitals = [...new Set(word)].flatMap((small) => {
    const capital = small.toUpperCase();
    return small > '\x7f' && capital !== small && [...capital].length === 1 ? [{ capital, small }] : [];
  });
  const from = STROKED_LETTERS.letters + capitals.map(({ capital }) => capital).join('');
  const to = STROKED_LETTERS.plain + capitals.map(({ small }) => small).join('');
  const bare = sql`translate(regexp_replace(normalize(${text}, NFKD), ${FOLDED_MARKS}, '', 'g'), ${from}, ${to})`;
  const spelled = Object.entries(DOUBLED_LETTERS).reduce((so, [one, two]) => sql`replace(${so}, ${one}, ${two})`, bare);
  return sql`lower(${spelled} collate "C")`;
}
