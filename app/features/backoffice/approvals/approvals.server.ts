import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { administrator, approval, user } from '#drizzle/schema';
import { buildQueueRange } from '~/features/backoffice/reviewQueue/queueRange';
import { decisionLine, decisionSchema, type QueueView } from '~/features/backoffice/reviewQueue/view';
import { now } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import { read } from '~/platform/db/index.server';
import { hasRight } from '~/signIns/rights';
import type { Administrator } from '~/signIns/session.server';
import { type ActQueue, type Acts, defineSoloAct, listPossibleDecisions } from './act';
import { approveRequest, getDecisionRight, rejectRequest, withdrawApproval } from './decideApproval.server';
import { readEffect } from './effect';
import { computeEffectDigest } from './effectOf.server';
import { approvalMachine, getApprovalState } from './states';
import { isWaiting } from './waitingApprovals.server';

const HIDDEN_COLUMNS = 'Review the request before you approve it';

export const selectApprovalsOf = (acts: Acts): ActQueue => ({
  path: '/admin/approvals',
  right: 'approvals:decide',
  machine: approvalMachine,
  decisions: {
    approve: defineSoloAct({
      event: 'approve',
      schema: decisionSchema.extend({ effect: z.string({ error: HIDDEN_COLUMNS }).max(100, HIDDEN_COLUMNS) }),
      run: (tx, by, { id, effect }) => approveRequest(tx, by, acts, id, effect),
      toast: () => 'Approved and done',
      alone: 'it is what the second administrator does',
      confirmed: true,
    }),
    reject: defineSoloAct({
      event: 'reject',
      schema: decisionSchema.extend({
        reason: decisionLine('Enter a reason; the administrator who asked is shown it'),
      }),
      run: (tx, by, { id, reason }) => rejectRequest(tx, by, acts, id, reason),
      toast: () => 'Rejected',
      alone: 'nothing is done then',
    }),
    withdraw: defineSoloAct({
      event: 'withdraw',
      schema: decisionSchema,
      run: (tx, by, { id }) => withdrawApproval(tx, by, id),
      toast: () => 'Your request was withdrawn',
      alone: 'it withdraws the same administrator’s request',
    }),
  },
});

type ApprovalReader = Pick<Administrator, 'id' | 'role'>;

export async function loadApprovalQueue(acts: Acts, { show, page, size }: QueueView, reader: ApprovalReader) {
  const time = now();
  const waiting = show === 'waiting' ? isWaiting(time) : undefined;
  const decider = alias(administrator, 'decider');
  const { order, limit, offset } = buildQueueRange({ show, page, size }, approval.requestedAt, approval.id);
  const rows = await read()
    .select({
      request: approval,
      requester: administrator.name,
      decider: decider.name,
      firstName: user.firstName,
      lastName: user.lastName,
    })
    .from(approval)
    .innerJoin(administrator, eq(administrator.id, approval.requestedBy))
    .leftJoin(decider, eq(decider.id, approval.decidedBy))
    .leftJoin(user, eq(user.id, approval.userId))
    .where(waiting)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return {
    total: await countRows(read(), approval, waiting),
    rows: rows.map((row) => {
      const state = getApprovalState(row.request, time);
      // Omits the input except its reason, because an imported file of results is large.
      const { input, ...request } = row.request;
      return {
        request: { ...request, input: { reason: input.reason } },
        requester: row.requester,
        decider: row.decider,
        about: [row.firstName, row.lastName].filter(Boolean).join(' ') || 'The account',
        state,
        effect: readEffect(row.request.effect),
        digest: computeEffectDigest(row.request.effect),
        decisions: listDecisionsOn(acts, { ...row.request, status: state }, reader),
      };
    }),
  };
}

type Shown = { status: string; requestedBy: string; operation: string };

/** Returns the possible decisions about a request: the requester may only withdraw it; others need the right of the act. */
export function listDecisionsOn(acts: Acts, request: Shown, reader: ApprovalReader): string[] {
  const possible = listPossibleDecisions(selectApprovalsOf(acts), request.status);
  if (request.requestedBy === reader.id) return possible.filter((name) => name === 'withdraw');
  if (!hasRight(reader, getDecisionRight(acts, request))) return [];
  return possible.filter((name) => name !== 'withdraw');
}
