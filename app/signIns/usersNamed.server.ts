import { eq, or, type SQL, sql } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { containsEveryWord } from '~/platform/db/containsEveryWord';
import { read } from '~/platform/db/index.server';
import { normalizeEmail } from '~/platform/fields/mailAddress';

/**
 * The parts of the searched text are separated by a character that can't be entered, so that no match spans two parts.
 */
const SEARCHED_TEXT = sql`${user.firstName} || ' ' || ${user.lastName} || '\n' || ${user.email} || '\n' || ${user.usernameKey} || '\n' || ${user.phone}`;

/** Returns the condition for an ID, or for words anywhere in name, address, username or telephone number (see `containsEveryWord`). */
export function userCondition(text: string): SQL | undefined {
  // An address is stored in one spelling, however its domain is entered.
  const entered = text.replace(/\S+@\S+/g, normalizeEmail);
  const words = containsEveryWord(SEARCHED_TEXT, entered);
  return words && or(words, eq(user.id, text.trim()));
}

export const findUsersByText = (text: string) => read().select({ id: user.id }).from(user).where(userCondition(text));
