import { type SQL, sql } from 'drizzle-orm';
import { formatUsd } from '../money';

/** Marks an amount in cents within the text of a finding, so that it is told in dollars. @param cents an SQL expression */
export const markedUsd = (cents: string): string => `'{' || (${cents}) || '¢}'`;

/** As `markedUsd`, as a part of a statement. */
export const usd = (cents: string | SQL): SQL =>
  typeof cents === 'string' ? sql.raw(markedUsd(cents)) : sql`'{' || (${cents}) || '¢}'`;

/** The text of a finding with its marked amounts in dollars. */
export const inDollars = (detail: string): string =>
  detail.replace(/\{(-?\d+)¢\}/g, (_marked, cents: string) => formatUsd(BigInt(cents)));
