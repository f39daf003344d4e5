import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import { userTag } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, read } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findVerifiedUser } from '~/signIns/userById.server';

const MAX_TAGS = 10;
const MAX_SUGGESTED_TAGS = 100;

export const TAG_ENTITY = 'user tag';

type Tagged = { userId: string; tag: string };

export async function tagUser(tx: Handle, by: Actor, { userId, tag }: Tagged): Promise<Result<{ email: string }>> {
  const without = await refuseUnlessMay(tx, by, 'users:mark');
  if (without) return without;
  const known = await findVerifiedUser(tx, userId);
  if (!known) return refuse('not-found', 'There is no such user.');
  const tags = await tx.select({ tag: userTag.tag }).from(userTag).where(eq(userTag.userId, userId));
  if (tags.some((has) => has.tag === tag)) return done({ email: known.email });
  if (tags.length >= MAX_TAGS) {
    return refuse('too-many', `A user can have at most ${MAX_TAGS} tags. Remove one first.`, 'tag');
  }
  await tx.insert(userTag).values({ id: newId(), userId, tag, at: now() });
  await record(tx, { thing: TAG_ENTITY, thingId: userId, event: 'add', by, userId, details: { tag } });
  return done({ email: known.email });
}

export async function untagUser(tx: Handle, by: Actor, { userId, tag }: Tagged): Promise<Result<{ email: string }>> {
  const without = await refuseUnlessMay(tx, by, 'users:mark');
  if (without) return without;
  const known = await findVerifiedUser(tx, userId);
  if (!known) return refuse('not-found', 'There is no such user.');
  const gone = await tx
    .delete(userTag)
    .where(and(eq(userTag.userId, userId), eq(userTag.tag, tag)))
    .returning({ id: userTag.id });
  if (gone.length > 0) {
    await record(tx, { thing: TAG_ENTITY, thingId: userId, event: 'remove', by, userId, details: { tag } });
  }
  return done({ email: known.email });
}

export async function findTags(ids: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  const { userId, tag } = userTag;
  const rows = await read().select({ userId, tag }).from(userTag).where(inArray(userId, ids)).orderBy(asc(tag));
  for (const row of rows) found.set(row.userId, [...(found.get(row.userId) ?? []), row.tag]);
  return found;
}

export async function listTagsInUse(): Promise<string[]> {
  const { tag } = userTag;
  const found = await read()
    .select({ tag })
    .from(userTag)
    .groupBy(tag)
    .orderBy(desc(count()), asc(tag))
    .limit(MAX_SUGGESTED_TAGS);
  return found.map((row) => row.tag);
}
