import { z } from 'zod';
import { ACTS, APPROVALS } from '~/acts.server';
import type { ActQueue } from '~/features/backoffice/approvals/act';
import { loadApprovalQueue } from '~/features/backoffice/approvals/approvals.server';
import { isAwaitingDecision, withMarks } from '~/features/backoffice/reviewQueue/marked.server';
import { createMarkActs } from '~/features/backoffice/reviewQueue/marks.server';
import { QUEUE_SORTS, type QueueRow, type QueueView } from '~/features/backoffice/reviewQueue/view';
import { LEADER_REQUESTS } from '~/features/copying/beingCopied/decideRequest.server';
import { loadLeaderQueue, toLeaderRow } from '~/features/copying/beingCopied/queries.server';
import { applyResultBatch, endCopiesOfRetired, runJobNow } from '~/features/copying/copy/jobs.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { loadDepositQueue, toDepositRow } from '~/features/money/wallet/deposits/depositQueries.server';
import { loadWithdrawalQueue, toWithdrawalRow } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { KYC_QUEUE } from '~/features/people/kyc/kycActs.server';
import { loadKycQueue, toKycRow } from '~/features/people/kyc/queries.server';
import { SUPPORT_QUEUE } from '~/features/people/support/answer.server';
import { loadSupportQueue, toSupportRow } from '~/features/people/support/queries.server';
import { done, refuse } from '~/platform/result';
import type { Right } from '~/signIns/rights';
import { defineStaffListCall, defineStaffReadCall, type V1Call } from '../call.server';
import { defineDecisionCall } from '../decisionCall.server';
import { id, moneySchema, text, time, toIsoTime, usdOrNull } from '../fields';
import { decodePage } from './traders.server';

const tag = 'Staff: queues';

const entrySchema = z
  .object({
    id,
    owner: z.object({ id, name: text, email: text }),
    state: text,
    waits: z.boolean().describe('The time by which it is due, for a decision or a payment'),
    since: time,
    amount: moneySchema.nullable(),
    what: text.describe('Method, subject, country or record'),
    risks: z.array(text),
    takenBy: z.object({ id, name: text }).nullable(),
    held: z.object({ by: text, reason: text, investorTold: z.boolean() }).nullable(),
    request: text.nullable().describe('Whether a decision of another administrator waits for a second one'),
  })
  .meta({ id: 'QueueEntry' });

/** Filter fields of the lists and files of queues. */
export const QUEUE_FILTER = {
  show: z.enum(['waiting', 'held', 'all']).default('waiting'),
  sort: z.enum(QUEUE_SORTS).optional(),
  user: id.optional(),
  search: z.string().max(100).optional().describe('A name, an email address, or an ID'),
  state: z.string().max(40).optional(),
  method: z.string().max(20).optional(),
  least: z.string().max(20).optional().describe('Dollars'),
  most: z.string().max(20).optional().describe('Dollars'),
  days: z.coerce.number().int().min(1).max(9_999).optional().describe('Minimum age'),
  risk: z.string().max(40).optional().describe('`any`, or one of the states'),
  taken: z.string().max(40).optional().describe('The ID of an administrator, or `nobody`'),
};

/** Definition of the calls of one queue; `otherPages` also offer its decisions. */
type QueueCalls<Row extends object> = {
  singular: string;
  path: string;
  page: string;
  readRight: Right;
  queue: ActQueue;
  find: (view: QueueView, only?: string) => Promise<{ rows: Row[]; total: number }>;
  toRow: (found: Row) => QueueRow;
  otherPages?: readonly string[];
};

/** Operation name and verb of the description, by decision or mark. */
const DECISION_VERBS: Readonly<Record<string, [operation: string, about: string]>> = {
  approve: ['approve', 'Approves'],
  accept: ['accept', 'Accepts'],
  reject: ['reject', 'Rejects'],
  reverse: ['reverse', 'Takes back the approval of'],
  'charge-back': ['chargeBack', 'Charges back'],
  'approve-and-pay': ['approveAndPay', 'In paper mode, approves and records the payment of'],
  pay: ['pay', 'Records the payment of'],
  bounce: ['bounce', 'Returns the money of'],
  revoke: ['revoke', 'Revokes the approval of'],
  'ask-again': ['askAgainFor', 'Asks for one document again of'],
  acknowledge: ['acknowledge', 'Acknowledges, as a complaint,'],
  answer: ['answer', 'Answers'],
  add: ['addTo', 'Adds to the answer of'],
  complain: ['complainBy', 'Marks as a complaint'],
  close: ['close', 'Closes'],
  reopen: ['reopen', 'Opens again'],
  withdraw: ['withdraw', 'Withdraws'],
  take: ['take', 'Assigns to oneself'],
  assign: ['assign', 'Assigns to another administrator'],
  'give-back': ['giveBack', 'Assigns to nobody'],
  hold: ['hold', 'Puts on hold'],
  release: ['release', 'Ends the hold of'],
  note: ['note', 'Writes a note for the staff on'],
};

function toEntryAnswer(row: Awaited<ReturnType<typeof withMarks<QueueRow>>>[number], queue: ActQueue) {
  const { owner, mark } = row;
  return {
    id: row.id,
    owner: { id: owner.id, name: `${owner.firstName} ${owner.lastName}`, email: owner.email },
    state: row.status,
    waits: isAwaitingDecision(queue, row.status),
    since: toIsoTime(row.since),
    amount: usdOrNull(row.amount ?? null),
    what: row.what,
    risks: row.risks,
    takenBy: mark?.takenBy ? { id: mark.takenBy.id, name: mark.takenBy.name } : null,
    held: mark?.held
      ? { by: mark.held.by, reason: mark.held.reason, investorTold: mark.held.isInvestorNotified }
      : null,
    request: row.request?.id ?? null,
  };
}

/** Example values for the fields of decisions other than the ID. */
const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  received: { value: '250.00', currency: 'USD' },
  reason: 'We have not received this payment',
  reference: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  message: 'We are looking into it.',
  note: 'Requested by phone.',
  paper: 'documentFileId',
  to: '$ADMINISTRATOR',
};

function createExample(input: z.ZodObject, of: string): Record<string, unknown> {
  const requested = Object.entries(input.shape).filter(([, field]) => !field.safeParse(undefined).success);
  const isAnswer = 'message' in input.shape;
  const values = requested.flatMap(([name]) => (name in EXAMPLE_VALUES ? [[name, EXAMPLE_VALUES[name]]] : []));
  return { id: of, ...Object.fromEntries(values), ...(isAnswer && { message: EXAMPLE_VALUES.message }) };
}

/** Defines the calls of a queue: its list, one of its entries, and each decision and mark. */
function defineQueueCalls<Row extends object>({
  singular,
  path,
  page,
  readRight,
  queue,
  find,
  toRow,
  otherPages = [],
}: QueueCalls<Row>): V1Call[] {
  const text = singular.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
  const an = /^[aeiou]/.test(text) ? 'an' : 'a';
  const sample = `$${text.replace(/ /g, '_').toUpperCase()}`;
  const entries = async (found: Row[]) =>
    (await withMarks(found.map(toRow), queue)).map((each) => toEntryAnswer(each, queue));
  const marks = createMarkActs(queue);
  const acts = Object.entries({ ...queue.decisions, ...marks });
  return [
    defineStaffListCall({
      operation: `listQueued${singular}s`,
      path,
      tag,
      right: readRight,
      about: `The queue: pending ${text}s, oldest first, or those that match the filter.`,
      input: z.object(QUEUE_FILTER),
      output: entrySchema,
      answer: async ({ input: { search: q, state: status, days, ...filter } }, { after, limit }) => {
        const page = decodePage(after);
        const view = { ...filter, q, status, days: days?.toString(), page, size: limit };
        const { rows, total } = await find(view);
        return { rows: await entries(rows), next: page * limit < total ? String(page + 1) : null };
      },
    }),
    defineStaffReadCall({
      operation: `getQueued${singular}`,
      path: `${path}/{id}`,
      tag,
      right: readRight,
      about: `One ${text} in any state.`,
      input: z.object({ id }),
      output: entrySchema,
      example: { id: sample },
      answer: async ({ input }) => {
        const [found] = await entries((await find({ show: 'all', page: 1 }, input.id)).rows);
        return found ? done(found) : refuse('not-found', 'There is no such entry.', 'id');
      },
    }),
    ...acts.map(([name, act]) => {
      const [verb = name, about = name] = DECISION_VERBS[name] ?? [];
      const call = defineDecisionCall({
        operation: `${verb}${name in marks ? 'Queued' : ''}${singular}`,
        path: `${path}/{id}/${name}`,
        tag,
        about: `${about} ${an} ${text}.`,
        act,
        right: queue.right,
        table: queue.table,
        forms: [page, ...otherPages].map((at) => `${at}#${name}`),
      });
      return { ...call, example: createExample(call.input, sample) };
    }),
  ];
}

const PAGES_WITH_REQUESTS = [
  'admin/deposits',
  'admin/withdrawals',
  'admin/leaderRequests',
  'admin/restores',
  'admin/users/deposits',
  'admin/users/withdrawals',
];

export const STAFF_QUEUE_CALLS: readonly V1Call[] = [
  ...defineQueueCalls({
    singular: 'Deposit',
    path: 'staff/deposits',
    page: 'admin/deposits',
    otherPages: ['admin/users/deposits'],
    readRight: 'payments:read',
    queue: DEPOSITS,
    find: loadDepositQueue,
    toRow: toDepositRow,
  }),
  ...defineQueueCalls({
    singular: 'Withdrawal',
    path: 'staff/withdrawals',
    page: 'admin/withdrawals',
    otherPages: ['admin/users/withdrawals'],
    readRight: 'payments:read',
    queue: WITHDRAWAL_QUEUE,
    find: loadWithdrawalQueue,
    toRow: toWithdrawalRow,
  }),
  ...defineQueueCalls({
    singular: 'IdentityCheck',
    path: 'staff/identity-checks',
    page: 'admin/kyc',
    otherPages: ['admin/users/documents'],
    readRight: 'papers:read',
    queue: KYC_QUEUE,
    find: loadKycQueue,
    toRow: toKycRow,
  }),
  ...defineQueueCalls({
    singular: 'SupportThread',
    path: 'staff/support-threads',
    page: 'admin/support',
    readRight: 'support:read',
    queue: SUPPORT_QUEUE,
    find: loadSupportQueue,
    toRow: toSupportRow,
  }),
  ...defineQueueCalls({
    singular: 'TraderApplication',
    path: 'staff/trader-applications',
    page: 'admin/leaderRequests',
    readRight: 'traders:read',
    queue: LEADER_REQUESTS,
    find: loadLeaderQueue,
    toRow: toLeaderRow,
  }),
  defineStaffListCall({
    operation: 'listApprovals',
    path: 'staff/approvals',
    tag,
    right: 'approvals:read',
    about:
      'Requests that wait for a second administrator, with their exact effect, and whether your role may decide them.',
    input: z.object({ show: z.enum(['waiting', 'all']).default('waiting') }),
    output: z
      .object({
        id,
        operation: text,
        state: text,
        requestedBy: text,
        requestedAt: time,
        title: text,
        lines: z.array(z.object({ name: text, from: text.nullable(), to: text })),
        effect: text.describe('Send it with the approval'),
        decisions: z.array(text),
      })
      .meta({ id: 'Approval' }),
    answer: async ({ administrator, input: { show } }, { after, limit }) => {
      const page = decodePage(after);
      const { rows, total } = await loadApprovalQueue(ACTS, { show, page, size: limit }, administrator);
      return {
        rows: rows.map(({ request, requester, state, effect, digest, decisions }) => ({
          id: request.id,
          operation: request.operation,
          state,
          requestedBy: requester,
          requestedAt: toIsoTime(request.requestedAt),
          title: effect.title,
          lines: effect.lines.map(({ name, from = null, to }) => ({ name, from, to })),
          effect: digest,
          decisions,
        })),
        next: page * limit < total ? String(page + 1) : null,
      };
    },
  }),
  ...Object.entries(APPROVALS.decisions).map(([name, act]) =>
    defineDecisionCall({
      operation: `${name}Request`,
      path: `staff/approvals/{id}/${name}`,
      tag,
      about: `${DECISION_VERBS[name]?.[1] ?? name} a request for a second administrator.`,
      act,
      right: APPROVALS.right,
      example: {
        id: '$APPROVAL',
        ...(name === 'approve' && { effect: 'x' }),
        ...(name === 'reject' && { reason: 'It is not agreed.' }),
      },
      forms: [`admin/approvals#${name}`, ...PAGES_WITH_REQUESTS.map((at) => `${at}#${name}-request`)],
      follow: async () => {
        await runJobNow(applyResultBatch);
        await runJobNow(endCopiesOfRetired);
      },
    }),
  ),
];
