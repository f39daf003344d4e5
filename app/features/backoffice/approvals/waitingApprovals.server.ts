import { isDeepStrictEqual } from 'node:util';
import { and, eq, gte } from 'drizzle-orm';
import { approval } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { refuse } from '~/platform/result';
import { readEffect } from './effect';
import { expiredBefore } from './states';

export const isWaiting = (time: Date) =>
  and(eq(approval.status, 'waiting'), gte(approval.requestedAt, expiredBefore(time)));

type NewApproval = Pick<typeof approval.$inferInsert, 'requestedBy' | 'operation' | 'requestedAt'>;

/** Refuses a request that the same person has made already: both approved, it would happen twice. */
export async function refuseAlike(
  tx: Handle,
  { requestedBy, operation, requestedAt }: NewApproval,
  inputAt: (at: Date) => Record<string, unknown>,
) {
  const own = and(eq(approval.requestedBy, requestedBy), eq(approval.operation, operation), isWaiting(requestedAt));
  const waiting = await verified(tx, approval, own);
  const alike = waiting.find((each) => isDeepStrictEqual(whatIn(each.input), whatIn(inputAt(each.requestedAt))));
  if (!alike) return null;
  return refuse(
    'waits-already',
    `You requested this already, and it waits for a second administrator: ${readEffect(alike.effect).title}. Take that back first, or ask again once it is decided.`,
  );
}

const whatIn = ({ reason: _, hash: __, ...input }: Record<string, unknown>) => input;
