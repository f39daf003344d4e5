import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, lte } from 'drizzle-orm';
import { proposal } from '#drizzle/schema';
import { canonicalEffect, compareEffects, type Effect, readEffect } from '~/features/backoffice/approvals/effect';
import { after, HOUR, systemNow } from '~/platform/clock';
import { type Handle, NO_LOCKS, read, rehearse, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { readSetting } from '~/platform/installation/settings.server';
import { createPublicLink } from '~/platform/installation/site';
import { runWithMeans } from '~/platform/process/callContext.server';
import { done, type Result, refuse } from '~/platform/result';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { findValidKeys } from '~/signIns/apiKeys.server';
import { API_KEY_SETTING } from '~/signIns/keyScopes';
import type { OnceForKey, V1Call } from '../call.server';
import type { Decision } from '../decisionCall.server';
import {
  type AuthorizedHolder,
  type CallFields,
  type KeyCaller,
  keyNameForLog,
  parseInput,
  refuseCall,
  runCall,
  type V1Refusal,
  type ValidRequest,
} from '../run.server';
import { V1_CALLS } from '../table.server';
import { linesOfInput, runWithOwnEffect } from './effect.server';

/* Proposals are calls that an assistant requests and a person confirms. Each is bound to the person, the call, its input and its effect. */

/** Time within which a proposal can be confirmed, in milliseconds. */
export const PROPOSAL_LIFETIME_MS = HOUR;

/** Largest number of waiting proposals per person. */
const MAX_WAITING_PROPOSALS = 20;

type Proposal = typeof proposal.$inferSelect;

const endsAt = ({ createdAt }: Pick<Proposal, 'createdAt'>): Date => after(createdAt, PROPOSAL_LIFETIME_MS);
const isExpired = (row: Proposal): boolean => endsAt(row) <= systemNow();

const addressOf = ({ id, forAdmin }: Pick<Proposal, 'id' | 'forAdmin'>): string =>
  `${forAdmin ? '/admin' : ''}/proposals/${id}`;

/** Returns whether a call has a dry run whose effect can be bound. */
const hasDryRun = ({ ofConfirmation = [] }: V1Call): boolean => ofConfirmation.includes('dryRun');

/** Rehearses a call. Returns its effect, and the fields that its execution needs. */
async function rehearseCall(
  call: V1Call,
  here: ValidRequest,
  sent: CallFields,
): Promise<Result<{ effect: Effect; sent: CallFields }, V1Refusal>> {
  const about = {
    call,
    ownerId: here.holderId ?? '',
    isStaff: here.administrator !== undefined,
    input: here.input,
    sent,
  };
  if (!hasDryRun(call)) {
    let found: Effect | undefined;
    const once: OnceForKey = async (work, { locks }) => {
      const ran = await write((tx) => rehearse(tx, () => runWithOwnEffect(tx, work, about)), locks);
      if (!ran.ok) return ran;
      found = ran.value.effect;
      return done({});
    };
    const ran = await runCall(call, here, { idempotencyKey: null, once });
    return ran.ok && found ? done({ effect: found, sent }) : (ran as { ok: false; error: V1Refusal });
  }
  const tried = await runCall(call, { ...here, input: { ...here.input, dryRun: true } }, { idempotencyKey: null });
  if (!tried.ok) return tried;
  const { preview, message } = tried.value as Decision;
  if (!preview) {
    const lines = await write((tx) => linesOfInput(tx, about), NO_LOCKS);
    return done({ effect: { title: message, lines }, sent });
  }
  if (preview.needsReason && !here.input.reason) return refuse('no-reason', 'Give a reason.', 'reason');
  const lines = preview.lines.map(({ name, from, to }) => ({ name, to, ...(from !== null && { from }) }));
  return done({ effect: { title: preview.title, lines }, sent: { ...sent, effect: preview.effect } });
}

const locksOf = ({ user }: Pick<AuthorizedHolder, 'user'>) => user && { users: [user.id] };

/** Stores a proposed call for the person to confirm. Repeating a proposal returns the same one. */
export async function propose(call: V1Call, caller: KeyCaller, sent: CallFields): Promise<Result<object, V1Refusal>> {
  const extra = call.ofConfirmation?.find((name) => name in sent);
  if (extra) return refuse('bad-input', `There is no field "${extra}" here.`, extra);
  const input = await parseInput(call, sent);
  if (!input.ok) return input;
  const found = await rehearseCall(call, { ...caller, input: input.value }, sent);
  if (!found.ok) return found;
  const { effect } = found.value;
  const { holderId: ownerId, keyHash, administrator } = caller;
  const created = {
    ownerId,
    forAdmin: administrator !== undefined,
    keyHash,
    operation: call.operation,
    input: found.value.sent,
    effect: canonicalEffect(effect),
  };
  const row = await write(async (tx) => {
    const ended = lte(proposal.createdAt, after(systemNow(), -PROPOSAL_LIFETIME_MS));
    await tx.delete(proposal).where(and(eq(proposal.ownerId, ownerId), isNull(proposal.confirmedAt), ended));
    const waiting = await verified(tx, proposal, and(eq(proposal.ownerId, ownerId), isNull(proposal.confirmedAt)));
    const same = waiting.find((each) => isDeepStrictEqual({ ...each, ...created }, { ...each }));
    if (same) return done(same);
    if (waiting.length >= MAX_WAITING_PROPOSALS)
      return refuse(
        'too-many',
        `${MAX_WAITING_PROPOSALS} proposals are already waiting. Confirm some, or wait until they expire.`,
      );
    const added = { id: newId(), ...created, createdAt: systemNow(), confirmedAt: null };
    await tx.insert(proposal).values(added);
    return done(added);
  }, locksOf(caller));
  if (!row.ok) return row;
  return done({
    state: 'proposed',
    effect,
    confirmAt: createPublicLink(addressOf(row.value)),
    endsAt: endsAt(row.value).toISOString(),
  });
}

/** Person who reviews a proposal, signed in by a session. */
export type Person = Pick<AuthorizedHolder, 'holderId' | 'user' | 'administrator'> &
  Pick<ValidRequest, 'request' | 'address'> & { sessionHash: string };

async function findOwnProposal(
  tx: Handle | ReturnType<typeof read>,
  { holderId, administrator }: Pick<Person, 'holderId' | 'administrator'>,
  id: string,
) {
  const [row] = await verified(tx, proposal, { id });
  return row && row.ownerId === holderId && row.forAdmin === (administrator !== undefined) ? row : null;
}

/** Returns the key by which a proposal was made; undefined if the key is no longer valid. */
async function findKeyOf(tx: Handle | ReturnType<typeof read>, { ownerId, keyHash }: Proposal) {
  if ((await readSetting(tx, API_KEY_SETTING.setting)) === API_KEY_SETTING.forbidden) return undefined;
  return (await findValidKeys(tx, ownerId)).find(({ id }) => id === keyHash);
}

/** Returns a proposal as its page shows it; null for another person’s proposal. */
export async function loadProposal(person: Pick<Person, 'holderId' | 'administrator'>, id: string) {
  const row = await findOwnProposal(read(), person, id);
  if (!row) return null;
  const key = await findKeyOf(read(), row);
  const state = row.confirmedAt ? 'confirmed' : isExpired(row) || !key ? 'ended' : 'waiting';
  return {
    ...readEffect(row.effect),
    state: state as 'confirmed' | 'ended' | 'waiting',
    keyName: key?.name ?? null,
    createdAt: row.createdAt,
    endsAt: endsAt(row),
    confirmedAt: row.confirmedAt,
  };
}

const EXPIRED_REFUSAL = refuse(
  'wrong-state',
  'This proposal has expired: an hour has passed, or its key is no longer valid. Nothing was done.',
);
const CONFIRMED_REFUSAL = refuse('wrong-state', 'This was already confirmed and executed.');
const NOT_FOUND_REFUSAL = refuse('not-found', 'There is no such proposal.');

const refuseChangedEffect = (then: Effect, now: Effect) =>
  refuse(
    'effect-changed',
    `Nothing was done, because the effect has changed: ${compareEffects(then, now).join('; ')}. Ask for a new proposal.`,
  );

/** Performs a proposal once, if its effect is still the one that was shown. */
export async function confirmProposal(
  person: Person,
  id: string,
  otp?: string,
): Promise<Result<{ title: string }, V1Refusal>> {
  const row = await findOwnProposal(read(), person, id);
  if (!row) return NOT_FOUND_REFUSAL;
  if (row.confirmedAt) return CONFIRMED_REFUSAL;
  const call = V1_CALLS.find(({ operation }) => operation === row.operation);
  const key = await findKeyOf(read(), row);
  if (!call || !key || isExpired(row)) return EXPIRED_REFUSAL;
  const { sessionHash, ...rest } = person;
  const holder = { ...rest, key, keyHash: sessionHash, headers: new Headers() };
  const without = await refuseCall(call, holder);
  if (without) return without;
  const input = await parseInput(call, row.input);
  if (!input.ok) return input;
  const shown = readEffect(row.effect);
  const once: OnceForKey = async (work, { locks, confirm }) => {
    const confirmed = await confirm?.();
    if (confirmed && !confirmed.ok) return confirmed;
    return await write(async (tx) => {
      const taken = await markConfirmed(tx, person, row);
      if (!taken.ok) return taken;
      if (hasDryRun(call)) return await answerOf(work(tx));
      const isStaff = person.administrator !== undefined;
      const about = { call, ownerId: person.holderId, isStaff, input: input.value, sent: row.input };
      const ran = await runWithOwnEffect(tx, work, about);
      if (!ran.ok) return ran;
      const { effect } = ran.value;
      return canonicalEffect(effect) === row.effect
        ? await answerOf(ran.value.ran)
        : refuseChangedEffect(shown, effect);
    }, locks);
  };
  const here = { ...holder, input: { ...input.value, ...(call.ofConfirmation?.includes('otp') && { otp }) } };
  const answer = await runWithMeans(keyNameForLog(holder), () => runCall(call, here, { idempotencyKey: null, once }));
  if (answer.ok) return done({ title: shown.title });
  const { preview } = answer.error;
  return preview ? refuseChangedEffect(shown, preview) : answer;
}

type WorkResult = ReturnType<Parameters<OnceForKey>[0]>;

async function answerOf(work: WorkResult | Awaited<WorkResult>): Promise<Result<object>> {
  const ran = await work;
  return ran.ok ? done(ran.value.answer) : ran;
}

/** Marks a proposal as confirmed, unless it is confirmed already, or it or its key has ended. */
async function markConfirmed(tx: Handle, person: Person, { id }: Proposal): Promise<Result<null>> {
  const row = await findOwnProposal(tx, person, id);
  if (!row) return NOT_FOUND_REFUSAL;
  if (row.confirmedAt) return CONFIRMED_REFUSAL;
  if (isExpired(row) || !(await findKeyOf(tx, row))) return EXPIRED_REFUSAL;
  const waits = and(eq(proposal.id, id), isNull(proposal.confirmedAt));
  const taken = await tx.update(proposal).set({ confirmedAt: systemNow() }).where(waits).returning({ id: proposal.id });
  if (taken.length === 0) return CONFIRMED_REFUSAL;
  const by = person.user ? createInvestorActor(person.user.id) : createAdminActor(person.holderId);
  const userId = person.user?.id ?? null;
  const details = { what: readEffect(row.effect).title };
  await record(tx, { thing: 'proposal', thingId: id, event: 'confirm', by, userId, details });
  return done(null);
}
