import { inArray } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { may, type RoleHolder } from '~/signIns/rights';
import { readAsked } from './asked';
import { type Hit, KINDS, MOST_SHOWN } from './kinds.server';

export type Found = {
  kind: string;
  label: string;
  /** Each with the name of its owner. */
  hits: (Hit & { owner: string | null })[];
  /** There are more than are shown. */
  more: boolean;
};

/**
 * Finds what somebody of the staff means by what they typed, in each kind of thing that their role may read.
 * @returns the kinds in which something was found; null where nothing was typed
 */
export async function search(holder: RoleHolder, typed: string): Promise<Found[] | null> {
  const asked = readAsked(typed);
  if (!asked) return null;
  const found: Found[] = [];
  for (const [kind, { label, right, find }] of Object.entries(KINDS)) {
    if (!may(holder, right)) continue;
    const hits = await find(asked);
    if (hits.length > 0) found.push({ kind, label, hits: await withOwners(hits), more: hits.length > MOST_SHOWN });
  }
  return found;
}

async function withOwners(found: Hit[]): Promise<Found['hits']> {
  const hits = found.slice(0, MOST_SHOWN);
  const ids = [...new Set(hits.flatMap(({ userId }) => userId ?? []))];
  const { id, firstName, lastName, email } = user;
  const owners =
    ids.length > 0 ? await read().select({ id, firstName, lastName, email }).from(user).where(inArray(id, ids)) : [];
  const names = new Map(owners.map((row) => [row.id, `${row.firstName} ${row.lastName}`.trim() || row.email]));
  return hits.map((hit) => ({ ...hit, owner: names.get(hit.userId ?? '') ?? null }));
}
