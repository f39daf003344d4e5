import { isDeepStrictEqual } from 'node:util';
import { and, eq, gte, inArray } from 'drizzle-orm';
import { administrator, approval } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, read } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { type Result, refuse } from '~/platform/result';
import type { ActQueue, Fields } from './act';
import { type Effect, readEffect } from './effect';
import { computeEffectDigest } from './effectOf.server';
import { getExpiryCutoff } from './states';

export const isWaiting = (time: Date) =>
  and(eq(approval.status, 'waiting'), gte(approval.requestedAt, getExpiryCutoff(time)));

export type EntryRequest = {
  id: string;
  operation: string;
  status: string;
  requestedBy: string;
  requester: string;
  at: Date;
  reason: string | null;
  effect: Effect;
  digest: string;
};

/** Finds the requests for a second administrator about these entries of a queue, by the ID of the entry. */
export async function findRequestsAbout(
  { decisions }: Pick<ActQueue, 'decisions'>,
  ids: readonly string[],
): Promise<Map<string, EntryRequest>> {
  const operations = Object.values(decisions).flatMap((decision) => ('name' in decision ? [decision.name] : []));
  if (ids.length === 0 || operations.length === 0) return new Map();
  const rows = await read()
    .select({ request: approval, requester: administrator.name })
    .from(approval)
    .innerJoin(administrator, eq(administrator.id, approval.requestedBy))
    .where(and(inArray(approval.operation, operations), isWaiting(now())));
  const found = new Map<string, EntryRequest>();
  for (const { request, requester } of rows) {
    const { input, requestedAt: at, effect, ...rest } = request;
    if (typeof input.id !== 'string' || !ids.includes(input.id)) continue;
    const reason = typeof input.reason === 'string' ? input.reason : null;
    found.set(input.id, {
      ...rest,
      at,
      reason,
      requester,
      effect: readEffect(effect),
      digest: computeEffectDigest(effect),
    });
  }
  return found;
}

type NewApproval = Pick<typeof approval.$inferInsert, 'requestedBy' | 'operation' | 'requestedAt'>;

/** Refuses a duplicate request: the same one by its administrator, or one about the same entry by anyone. */
export async function refuseDuplicateRequest(
  tx: Handle,
  { requestedBy, operation, requestedAt, ofEntry }: NewApproval & { ofEntry: boolean },
  inputAt: (at: Date) => Fields,
): Promise<Result<never> | null> {
  const waiting = await verified(tx, approval, and(eq(approval.operation, operation), isWaiting(requestedAt)));
  const alike = waiting.find((each) => {
    const input = inputAt(each.requestedAt);
    if (ofEntry && typeof input.id === 'string' && input.id === each.input.id) return true;
    return (
      each.requestedBy === requestedBy &&
      isDeepStrictEqual(selectMeaningfulInput(each.input), selectMeaningfulInput(input))
    );
  });
  if (!alike) return null;
  const { title } = readEffect(alike.effect);
  if (alike.requestedBy === requestedBy) {
    return refuse(
      'waits-already',
      `You have already requested this, and it waits for a second administrator: ${title}. Cancel that request first, or wait for its decision.`,
    );
  }
  const [requester] = await verified(tx, administrator, eq(administrator.id, alike.requestedBy));
  return refuse(
    'waits-already',
    `${requester?.name ?? 'Another administrator'} has already requested this: ${title}. Approve or reject that request instead.`,
  );
}

const selectMeaningfulInput = ({ reason: _, hash: __, ...input }: Fields) => input;
