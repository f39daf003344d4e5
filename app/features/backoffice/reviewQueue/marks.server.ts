import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { administrator, queueMark } from '#drizzle/schema';
import {
  type ActQueue,
  defineSoloAct,
  type Fields,
  type Item,
  type SoloAct,
} from '~/features/backoffice/approvals/act';
import { mailAndNotify, type Recipient } from '~/mail/notifyUser.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findStaffWith } from '~/signIns/staff.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { endHold, findQueueMark, refuseIfAssigned } from './held.server';
import { decisionLine, decisionSchema } from './view';

/** Notifies an investor that their request is on hold, with the reason. */
async function notifyOnHold(
  tx: Handle,
  user: Recipient,
  { called, page, reason }: { called: string; page: string; reason: string },
): Promise<void> {
  const paragraphs = [
    `${called} is on hold: ${reason}`,
    'You need not send it again. It continues once that is resolved.',
  ] as const;
  const mail = {
    effectKey: `on-hold:${newId()}` as const,
    subject: 'Your request is on hold',
    paragraphs,
    page: { label: 'See its state', href: page },
  };
  await mailAndNotify(tx, user, mail, `On hold: ${reason}`);
}

/* Marks on entries of a queue: assignment, hold and note. Each mark is an event of the entry. */

export type MarkedQueue = Pick<ActQueue, 'right' | 'machine' | 'about'>;

type MarkOutcome = { id: string; journalId?: undefined };
type MarkChange = Partial<typeof queueMark.$inferInsert>;

/**
 * Assigns a waiting entry to an administrator with the right of its queue, by default to the caller. Takes over another administrator's
 * entry only if the form named that administrator (`from`).
 */
export async function claimItem(
  tx: Handle,
  by: Actor,
  queue: MarkedQueue,
  { id, from, to = by.id ?? '' }: { id: string; from?: string; to?: string },
): Promise<Result<MarkOutcome>> {
  const item = await loadMarkableItem(tx, by, queue, id);
  if (!item.ok) return item;
  const marked = await findQueueMark(tx, id);
  const taken = marked?.takenBy;
  if (taken === to) return done({ id });
  const other = taken === from ? null : await refuseIfAssigned(tx, by, marked);
  if (other) return other;
  const assignee = (await findStaffWith(tx, queue.right)).find((each) => each.id === to);
  if (!assignee) return refuse('no-right', 'Choose an administrator who may decide this.', 'to');
  await recordMarkOf(tx, queue, id, { takenBy: to, takenAt: now() });
  if (to !== by.id) await recordMark(tx, by, queue, item.value, { event: 'assign', details: { to: assignee.name } });
  else await recordMark(tx, by, queue, item.value, { event: taken ? 'take-over' : 'take' });
  return done({ id });
}

export async function giveBackItem(
  tx: Handle,
  by: Actor,
  queue: MarkedQueue,
  id: string,
): Promise<Result<MarkOutcome>> {
  const item = await loadMarkableItem(tx, by, queue, id);
  if (!item.ok) return item;
  if ((await findQueueMark(tx, id))?.takenBy !== by.id)
    return refuse('not-taken', 'This is not assigned to you. Nothing was changed.');
  await recordMarkOf(tx, queue, id, { takenBy: null, takenAt: null });
  await recordMark(tx, by, queue, item.value, { event: 'give-back' });
  return done({ id });
}

/** Puts a row on hold. With `shouldNotify`, the investor is notified with the reason. */
export async function holdItem(
  tx: Handle,
  by: Actor,
  queue: MarkedQueue,
  { id, reason, shouldNotify }: { id: string; reason: string; shouldNotify: boolean },
): Promise<Result<MarkOutcome>> {
  const item = await loadMarkableItem(tx, by, queue, id);
  if (!item.ok) return item;
  const marked = await findQueueMark(tx, id);
  if (marked?.heldAt) return refuse('held', 'This is already on hold. Nothing was changed.');
  const taken = await refuseIfAssigned(tx, by, marked);
  if (taken) return taken;
  await recordMarkOf(tx, queue, id, { heldBy: by.id, heldAt: now(), heldReason: reason, heldTold: shouldNotify });
  const { userId, called, page } = item.value;
  await recordMark(tx, by, queue, item.value, {
    event: 'hold',
    reason,
    details: { 'investor told': shouldNotify ? 'yes' : 'no' },
  });
  const owner = shouldNotify && userId ? await findVerifiedUser(tx, userId) : null;
  if (owner) await notifyOnHold(tx, owner, { called, page, reason });
  return done({ id });
}

export async function releaseItem(tx: Handle, by: Actor, queue: MarkedQueue, id: string): Promise<Result<MarkOutcome>> {
  const item = await loadMarkableItem(tx, by, queue, id);
  if (!item.ok) return item;
  if (!(await findQueueMark(tx, id))?.heldAt) return refuse('not-held', 'This is not on hold. Nothing was changed.');
  await endHold(tx, id);
  await recordMark(tx, by, queue, item.value, { event: 'release' });
  return done({ id });
}

export async function noteItem(
  tx: Handle,
  by: Actor,
  queue: MarkedQueue,
  { id, note }: { id: string; note: string },
): Promise<Result<MarkOutcome>> {
  const item = await loadMarkableItem(tx, by, queue, id, { decided: true });
  if (!item.ok) return item;
  await recordMark(tx, by, queue, item.value, { event: 'note', reason: note });
  return done({ id });
}

/** Loads the entry to mark. Refuses without the right and, unless `decided`, if the entry no longer waits. */
async function loadMarkableItem(tx: Handle, by: Actor, queue: MarkedQueue, id: string, { decided = false } = {}) {
  const without = await refuseUnlessMay(tx, by, queue.right);
  if (without) return without;
  const item = await queue.about?.(tx, id);
  if (!item) return refuse('not-found', 'There is no such entry.');
  if (!item.waits && !decided) return refuse('decided', 'This has already been decided. Nothing was changed.');
  return done({ id, ...item });
}

async function recordMarkOf(tx: Handle, { machine }: MarkedQueue, thingId: string, change: MarkChange): Promise<void> {
  if (await findQueueMark(tx, thingId)) await tx.update(queueMark).set(change).where(eq(queueMark.thingId, thingId));
  else await tx.insert(queueMark).values({ thingId, thing: machine.thing, ...change });
}

export const MARK_EVENTS = ['take', 'take-over', 'assign', 'give-back', 'hold', 'release', 'note'] as const;

type MarkEvent = {
  event: (typeof MARK_EVENTS)[number];
  reason?: string;
  details?: Record<string, string>;
};

const recordMark = (
  tx: Handle,
  by: Actor,
  { machine }: MarkedQueue,
  { id, userId, details: own }: Item & { id: string },
  { details = own, ...happened }: MarkEvent,
) =>
  record(tx, {
    thing: machine.thing,
    thingId: id,
    userId,
    by,
    details: details && { ...own, ...details },
    ...happened,
  });

const ONE_ADMINISTRATOR = 'it moves no money, and everybody sees it';

export const createMarkActs = (queue: ActQueue): Readonly<Record<string, SoloAct>> => ({
  take: defineSoloAct({
    schema: decisionSchema.extend({ from: z.string().max(100).optional() }),
    run: (tx, by, input) => claimItem(tx, by, queue, input),
    toast: () => 'Assigned to you',
    alone: ONE_ADMINISTRATOR,
  }),
  assign: defineSoloAct({
    schema: decisionSchema.extend({ to: z.uuid('Choose an administrator'), from: z.string().max(100).optional() }),
    run: (tx, by, input) => claimItem(tx, by, queue, input),
    toast: () => 'Assigned',
    alone: ONE_ADMINISTRATOR,
  }),
  'give-back': defineSoloAct({
    schema: decisionSchema,
    run: (tx, by, { id }) => giveBackItem(tx, by, queue, id),
    toast: () => 'Unassigned',
    alone: ONE_ADMINISTRATOR,
  }),
  hold: defineSoloAct({
    schema: decisionSchema.extend({
      reason: decisionLine('Enter why it is on hold'),
      told: z.literal('on').optional(),
    }),
    run: (tx, by, { told, ...input }) => holdItem(tx, by, queue, { ...input, shouldNotify: told === 'on' }),
    toast: () => 'On hold',
    alone: ONE_ADMINISTRATOR,
  }),
  release: defineSoloAct({
    schema: decisionSchema,
    run: (tx, by, { id }) => releaseItem(tx, by, queue, id),
    toast: () => 'Released',
    alone: ONE_ADMINISTRATOR,
  }),
  note: defineSoloAct({
    schema: decisionSchema.extend({ note: decisionLine('Write the note') }),
    run: (tx, by, input) => noteItem(tx, by, queue, input),
    toast: () => 'Noted',
    alone: ONE_ADMINISTRATOR,
  }),
});

/**
 * Creates the acts that mark several entries at once. Entries assigned to others are reassigned; the preview lists
 * them.
 */
export function createMarkActsOfSeveral(queue: ActQueue): Readonly<Record<string, SoloAct>> {
  const { take, assign, hold } = createMarkActs(queue);
  return Object.fromEntries(
    Object.entries({ take, assign, hold }).flatMap(([name, act]) =>
      act ? [[name, name === 'hold' ? act : createReassignAct(act)]] : [],
    ),
  );
}

function createReassignAct(act: SoloAct): SoloAct {
  const assigneeOf = async (tx: Handle, { id }: Fields) => (await findQueueMark(tx, String(id)))?.takenBy ?? undefined;
  return {
    ...act,
    run: async (tx, by, input) => act.run(tx, by, { ...input, from: await assigneeOf(tx, input) }),
    shows: {
      title: async () => 'Assign',
      details: async (tx, input) => {
        const now = await assigneeOf(tx, input);
        const ids = [now, input.to].filter((id) => typeof id === 'string');
        const { id, name } = administrator;
        const people = await tx.select({ id, name }).from(administrator).where(inArray(id, ids));
        const nameOf = (of: unknown) => people.find((each) => each.id === of)?.name;
        return [
          { name: 'To', to: input.to ? (nameOf(input.to) ?? 'nobody') : 'you' },
          ...(now ? [{ name: 'Now assigned to', to: nameOf(now) ?? 'another administrator' }] : []),
        ];
      },
    },
  };
}
