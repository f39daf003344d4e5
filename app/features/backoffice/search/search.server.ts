import { inArray } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { hasRight, type RoleHolder } from '~/signIns/rights';
import { findUsers, type Hit, MAX_HITS_SHOWN, SEARCH_KINDS } from './kinds.server';
import { readSearchText } from './searchText';

export type FoundKind = {
  kind: string;
  label: string;
  hits: (Hit & { owner: string | null })[];
  atMost: number;
  more: boolean;
};

/** Largest number of matching users whose own rows are searched too. With more users, a search is ambiguous. */
const MAX_USERS = 6;

/** Matches shown per kind in a mixed result, to keep the page short on a phone. A single kind shows `MAX_HITS_SHOWN`. */
const MAX_HITS_IN_MIX = 6;

/**
 * Searches what the role may read (limited to the rights `narrowedTo`) and the rows of matching users. Returns the kinds with hits; null
 * for an empty text.
 */
export async function search(
  holder: RoleHolder,
  input: string,
  only: string | null = null,
  narrowedTo?: readonly string[],
): Promise<FoundKind[] | null> {
  const searched = readSearchText(input);
  if (!searched) return null;
  const found: FoundKind[] = [];
  const atMost = only ? MAX_HITS_SHOWN : MAX_HITS_IN_MIX;
  const users = await findUsers(searched);
  const people = users.length <= MAX_USERS ? users.map(({ id }) => id) : [];
  for (const [kind, { label, right, find }] of Object.entries(SEARCH_KINDS)) {
    if ((only && kind !== only) || !hasRight(holder, right) || narrowedTo?.includes(right) === false) continue;
    const hits = kind === 'users' ? users : await find(searched, people);
    const more = hits.length > atMost;
    if (hits.length > 0) found.push({ kind, label, hits: await addOwners(hits.slice(0, atMost)), atMost, more });
  }
  return found;
}

async function addOwners(hits: Hit[]): Promise<FoundKind['hits']> {
  const ids = [...new Set(hits.flatMap(({ userId }) => userId ?? []))];
  const { id, firstName, lastName, email } = user;
  const owners =
    ids.length > 0 ? await read().select({ id, firstName, lastName, email }).from(user).where(inArray(id, ids)) : [];
  const names = new Map(owners.map((row) => [row.id, `${row.firstName} ${row.lastName}`.trim() || row.email]));
  return hits.map((hit) => ({ ...hit, owner: names.get(hit.userId ?? '') ?? null }));
}
