import { type SQL, sql } from 'drizzle-orm';
import { formatUsd } from '../money';

/**
 * Returns the SQL text that marks an amount in cents within a finding, so that it can be displayed in dollars.
 * @param cents an SQL expression
 */
export const markUsd = (cents: string): string => `'{' || (${cents}) || '¢}'`;

/** Returns the SQL that marks an amount as `markUsd` does. */
export const markedUsdSql = (cents: string | SQL): SQL =>
  typeof cents === 'string' ? sql.raw(markUsd(cents)) : sql`'{' || (${cents}) || '¢}'`;

/** Returns the text of a finding with its marked amounts in dollars. */
export const formatFinding = (detail: string): string =>
  detail.replace(/\{(-?\d+)¢\}/g, (_marked, cents: string) => formatUsd(BigInt(cents)));
