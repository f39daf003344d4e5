import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { depositMethod } from '#drizzle/schema';
import { type Change, changesOf } from '~/platform/changes';
import type { Handle } from '~/platform/db/index.server';
import type { ADD, CHANGE } from './schema';
import { SHELVES } from './shelves.server';

type Changed = z.output<(typeof CHANGE)['deposit-method']>;
type Added = z.output<(typeof ADD)['deposit-method']>;

const { words } = SHELVES['deposit-method'];

/**
 * Would a deposit go elsewhere, or somewhere again, with these values? Then answers with the method as it is, in words; else
 * with null.
 */
export async function redirects(
  tx: Handle,
  code: string,
  { address, enabled }: Changed,
): Promise<Record<string, string> | null> {
  const [row] = await tx.select().from(depositMethod).where(eq(depositMethod.code, code));
  return row && (row.address !== address || (enabled && !row.enabled)) ? words(row) : null;
}

/** What a change of a method that was so, in words, makes of it. */
export const changedMethod = (before: Record<string, string>, values: Changed): Change[] =>
  changesOf(before, words({ network: before.network, ...values }));

/** All that a new method is. */
export const addedMethod = (values: Added): Change[] => changesOf({}, words(values));
