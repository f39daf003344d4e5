import { eq } from 'drizzle-orm';
import { leaderRequest, trader } from '#drizzle/schema';
import { type ActQueue, act, beginDecision, decisionSchema, defineSoloAct, reasonSchema } from '~/features/backoffice';
import { reopenTrader } from '~/features/copying/traders/setTraderState.server';
import { formatUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance, record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import type { User } from '~/signIns/session.server';
import { findVerifiedUser, requireUser } from '~/signIns/userById.server';
import { notifyLeaderAccepted, notifyLeaderRejected } from './internal/mail.server';
import { loadOwnRecord, loadOwnWorth } from './record.server';
import { countDays } from './rules';
import { leaderRequestMachine } from './states';
import { findReasonsNotCopied, findTraderOfUser } from './submitLeaderRequest.server';

type DecisionOutcome = { id: string; journalId?: undefined };

/** Approves a trader application: creates a trader with the ID of the user, or reopens the user's retired trader. */
export async function acceptLeader(
  tx: Handle,
  by: Actor,
  id: string,
  { simulated = false }: { simulated?: boolean } = {},
): Promise<Result<DecisionOutcome>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const loaded = await loadRequest(tx, id);
  if (!loaded) return refuse('not-found', 'There is no such application.');
  const { user, request } = loaded;
  const set = { decidedAt: now() };
  const moved = await advance(tx, leaderRequest, leaderRequestMachine, { id, event: 'accept', by, set });
  if (!moved.ok) return moved;
  const why = await findReasonsNotCopied(tx, user);
  if (why) return { ok: false, error: why };
  const started = (await findTraderOfUser(tx, user.id))
    ? await reopenTrader(tx, by, user.id, request.minimumCapital)
    : await addTrader(tx, by, user, { minimumCapital: request.minimumCapital, simulated });
  if (!started.ok) return started;
  await notifyLeaderAccepted(tx, user, id);
  return done({ id });
}

async function addTrader(
  tx: Handle,
  by: Actor,
  user: User,
  terms: Pick<typeof trader.$inferInsert, 'minimumCapital' | 'simulated'>,
): Promise<Result<null>> {
  const { id, firstName, lastName, country } = user;
  await tx.insert(trader).values({
    id,
    firstName,
    lastName,
    nationality: country || 'Not given',
    ...terms,
    // The investor's results were made with their own equity. Without a capital on record, the results would be
    // measured against the minimum of a copy, which is much less.
    capital: await loadOwnWorth(tx, id),
    declared: null,
    source: 'investor',
    ownerUserId: id,
    status: 'open',
    createdAt: now(),
  });
  await record(tx, { thing: 'trader', thingId: id, event: 'create', to: 'open', by, userId: id });
  return done(null);
}

export async function rejectLeader(
  tx: Handle,
  by: Actor,
  id: string,
  reason: string,
): Promise<Result<DecisionOutcome>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const request = await loadRequest(tx, id);
  if (!request) return refuse('not-found', 'There is no such application.');
  const set = { reason, decidedAt: now() };
  const moved = await advance(tx, leaderRequest, leaderRequestMachine, { id, event: 'reject', by, reason, set });
  if (!moved.ok) return moved;
  await notifyLeaderRejected(tx, request.user, id, reason);
  return done({ id });
}

async function loadRequest(tx: Handle, id: string) {
  const [request] = await verified(tx, leaderRequest, eq(leaderRequest.id, id));
  const user = request && (await findVerifiedUser(tx, request.userId));
  return user ? { user, request } : null;
}

export const LEADER_ACCEPT = act({
  name: 'leader-accept',
  right: 'traders:change',
  event: 'accept',
  schema: decisionSchema,
  run: (tx, by, { id }) => acceptLeader(tx, by, id),
  title: async (tx, { id }) => {
    const request = await loadRequest(tx, id);
    return `Make ${request ? await requireUser(tx, request.user.id) : id} a trader, whom others can copy`;
  },
  details: async (tx, { id }) => {
    const request = await loadRequest(tx, id);
    if (!request) return [];
    const record = await loadOwnRecord(tx, request.user.id);
    return [
      { name: 'Days of trading', to: String(countDays(record, now())) },
      { name: 'Minimum amount of a copy', to: formatUsd(request.request.minimumCapital) },
    ];
  },
  takesTwo: 'others would copy them with their own money',
  toast: () => 'Application approved: others can copy this investor now',
});

export const LEADER_REQUESTS: ActQueue = {
  path: '/admin/leader-requests',
  right: 'traders:change',
  machine: leaderRequestMachine,
  decisions: {
    accept: LEADER_ACCEPT,
    reject: defineSoloAct({
      event: 'reject',
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectLeader(tx, by, id, reason),
      toast: () => 'Application rejected',
      alone: 'it moves no money and changes no term',
    }),
  },
  about: async (tx, id) => {
    const request = await loadRequest(tx, id);
    if (!request) return null;
    const { id: userId } = request.user;
    const waits = request.request.status === 'waiting';
    return {
      title: await requireUser(tx, userId),
      userId,
      waits,
      called: 'your trader application',
      page: '/live-trading',
    };
  },
  several: ['accept', 'reject'],
  reasons: ['Your record is too short to be copied', 'Your trading took risks that we do not let others copy'],
};
