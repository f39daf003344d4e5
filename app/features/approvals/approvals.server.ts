import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { administrator, approval } from '#drizzle/schema';
import {
  decision,
  decisionLine,
  decisionSchema,
  possibleDecisions,
  type Queue,
  type QueueView,
  queueStretch,
} from '~/features/reviewQueue';
import { now } from '~/platform/clock';
import { countOf } from '~/platform/db/countOf.server';
import { read } from '~/platform/db/index.server';
import { may } from '~/signIns/rights';
import type { Administrator } from '~/signIns/session.server';
import { approveRequest, rejectRequest, withdrawRequest } from './decideApproval.server';
import { readEffect } from './effect';
import { effectDigest } from './effectDigest.server';
import { actRight } from './policy';
import { approvalMachine, approvalState } from './states';
import { isWaiting } from './waitingApprovals.server';

const NOT_SHOWN = 'Look at the request before you approve it';

export const APPROVALS: Queue = {
  path: '/admin/approvals',
  right: 'approvals:decide',
  machine: approvalMachine,
  decisions: {
    approve: decision('approve', {
      schema: decisionSchema.extend({ effect: z.string({ error: NOT_SHOWN }).max(100, NOT_SHOWN) }),
      run: (tx, by, { id, effect }) => approveRequest(tx, by, id, effect),
      says: 'Approved and done',
      confirmed: true,
    }),
    reject: decision('reject', {
      schema: decisionSchema.extend({ reason: decisionLine('Say why; the administrator who asked reads it') }),
      run: (tx, by, { id, reason }) => rejectRequest(tx, by, id, reason),
      says: 'Rejected',
    }),
    withdraw: decision('withdraw', {
      schema: decisionSchema,
      run: (tx, by, { id }) => withdrawRequest(tx, by, id),
      says: 'Your request was withdrawn',
    }),
  },
};

/** The administrator who looks at the requests. */
type Looking = Pick<Administrator, 'id' | 'role'>;

/** What waits for a second administrator, oldest first, or everything, newest first, with what this one may decide. */
export async function approvalQueue({ show, page }: QueueView, looking: Looking) {
  const time = now();
  const waiting = show === 'waiting' ? isWaiting(time) : undefined;
  const decider = alias(administrator, 'decider');
  const { order, limit, offset } = queueStretch({ show, page }, approval.requestedAt, approval.id);
  const rows = await read()
    .select({ request: approval, requester: administrator.name, decider: decider.name })
    .from(approval)
    .innerJoin(administrator, eq(administrator.id, approval.requestedBy))
    .leftJoin(decider, eq(decider.id, approval.decidedBy))
    .where(waiting)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return {
    total: await countOf(read(), approval, waiting),
    rows: rows.map((row) => {
      const state = approvalState(row.request, time);
      // Of what was asked with, the page needs the reason alone; a file of results is large.
      const { input, ...request } = row.request;
      return {
        request: { ...request, input: { reason: input.reason } },
        requester: row.requester,
        decider: row.decider,
        state,
        effect: readEffect(row.request.effect),
        digest: effectDigest(row.request.effect),
        decisions: decisionsFor({ ...row.request, status: state }, looking),
      };
    }),
  };
}

type Shown = { status: string; requestedBy: string; operation: string };

/**
 * What an administrator may decide about a request: who asked may only take it back, and only they; the others decide
 * what they could have asked for themselves.
 */
function decisionsFor({ status, requestedBy, operation }: Shown, looking: Looking) {
  if (requestedBy === looking.id) return possibleDecisions(APPROVALS, status).filter((name) => name === 'withdraw');
  if (!may(looking, actRight(operation) ?? 'staff:change')) return [];
  return possibleDecisions(APPROVALS, status).filter((name) => name !== 'withdraw');
}
