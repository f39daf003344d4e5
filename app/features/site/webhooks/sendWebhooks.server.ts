import { and, asc, eq, gt, inArray, lt, lte, ne } from 'drizzle-orm';
import { administrator, session, user, webhook, webhookDelivery } from '#drizzle/schema';
import { after, DAY, SECOND, systemNow } from '~/platform/clock';
import { type Handle, NO_LOCKS, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { notify, record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { describeIsolation, getIsolationTime } from '~/platform/installation/isolation.server';
import type { Job } from '~/platform/jobs/index.server';
import { log } from '~/platform/log/index.server';
import { getHost, postOutward } from '~/platform/outward/outwardPost.server';
import {
  createSignedHeaders,
  getStateAfterAttempt,
  RECEIVER_TIMEOUT_MS,
  RETRY_DELAYS_MS,
} from '~/platform/outward/webhookPost';
import { decryptText } from '~/platform/sealedText';
import { singleton } from '~/platform/singleton';
import { SYSTEM_ACTOR } from '~/platform/states';
import { hasRight } from '~/signIns/rights';
import { type NewEvent, NewEvents } from '../events/newEvents.server';
import { STAFF_GROUPS } from './schema';
import { WEBHOOKS_JOB, type Webhook } from './webhooks.server';

/** Time after which a webhook that keeps failing is turned off. */
export const MAX_FAILING_MS = 3 * DAY;
/** Time for which deliveries are listed. */
const DELIVERY_RETENTION_MS = 30 * DAY;
/** Interval at which the read position is stored while there are no events, milliseconds. */
const STORE_INTERVAL_MS = 30 * SECOND;
/** Number of receivers that are posted to concurrently. */
const MAX_CONCURRENT_RECEIVERS = 8;
/** Time after which the rest of one receiver's posts is left to the next run, milliseconds. */
const RECEIVER_TIME_LIMIT_MS = 5 * SECOND;
const BATCH_SIZE = 20;
/** Index in `RETRY_DELAYS_MS` of the longest pause that a failed post causes for a receiver's other posts. */
const LONGEST_PAUSE_INDEX = 3;

/** Webhook with the current role of its owner; null for an investor. */
type ActiveWebhook = Webhook & { role: (typeof administrator.$inferSelect)['role'] | null };

/** Returns the active webhooks, and the IDs of those whose key or account has ended. */
async function loadActiveWebhooks(): Promise<{ active: ActiveWebhook[]; ended: string[] }> {
  const isUser = and(eq(webhook.forAdmin, false), eq(user.id, webhook.ownerId), eq(user.status, 'open'));
  const isStaff = and(eq(webhook.forAdmin, true), eq(administrator.id, webhook.ownerId));
  const isByKey = and(eq(session.tokenHash, webhook.keyHash), gt(session.expiresAt, systemNow()));
  const { role, disabledAt: offSince } = administrator;
  const rows = await read()
    .select({ webhook, owner: user.id, frozenAt: user.frozenAt, role, offSince, key: session.tokenHash })
    .from(webhook)
    .leftJoin(user, isUser)
    .leftJoin(administrator, isStaff)
    .leftJoin(session, isByKey);
  const hasEnded = ({ webhook: { keyHash }, key, owner, role: staff }: (typeof rows)[number]) =>
    (keyHash !== null && key === null) || (owner === null && staff === null);
  const isOn = (row: (typeof rows)[number]) =>
    !hasEnded(row) && !row.webhook.disabledAt && !row.frozenAt && !row.offSince;
  return {
    active: rows.filter(isOn).map((row) => ({ ...row.webhook, role: row.role })),
    ended: rows.filter(hasEnded).map((row) => row.webhook.id),
  };
}

const readState = singleton('webhook-events', (): { events: NewEvents | null; storedAt: number } => ({
  events: null,
  storedAt: 0,
}));

/** Returns whether a webhook receives an event: its type was chosen, it is newer than the webhook, and the owner may see it. */
function isSubscribed({ id, ownerId, role, kinds }: ActiveWebhook, event: NewEvent, type: string): boolean {
  const [kind = ''] = type.split('.');
  if (!kinds.includes(kind) || event.id < id) return false;
  if (role === null) return event.userId === ownerId;
  const right = STAFF_GROUPS[kind as keyof typeof STAFF_GROUPS];
  return right !== undefined && hasRight({ role }, right);
}

/** Queues events since the last run. Their key prevents queuing an event twice. */
export async function queueWebhooks(): Promise<void> {
  const { active: hooks, ended } = await loadActiveWebhooks();
  if (ended.length > 0)
    await write(async (tx) => {
      await tx.delete(webhookDelivery).where(inArray(webhookDelivery.webhookId, ended));
      await tx.delete(webhook).where(inArray(webhook.id, ended));
    }, NO_LOCKS);
  if (hooks.length === 0) {
    readState.events = null;
    return;
  }
  const from = Math.min(...hooks.map(({ readUntil }) => readUntil.getTime()));
  const events = readState.events ?? new NewEvents(from);
  // The read state is discarded unless everything succeeds, so that the next run reads from the database again.
  readState.events = null;
  const fresh = await events.next();
  const at = systemNow();
  const rows = fresh.flatMap((each) => {
    const sent = each.event?.();
    if (!sent) return [];
    return hooks
      .filter((hook) => isSubscribed(hook, each, sent.type))
      .map(({ id, forAdmin }) => ({
        id: newId(),
        webhookId: id,
        eventId: each.id,
        type: sent.type,
        body: JSON.stringify(forAdmin ? { ...sent, userId: each.userId } : sent),
        nextAt: at,
        createdAt: at,
      }));
  });
  if (rows.length > 0 || events.readUntil - readState.storedAt > STORE_INTERVAL_MS) {
    await write(async (tx) => {
      for (let start = 0; start < rows.length; start += BATCH_SIZE) {
        await tx
          .insert(webhookDelivery)
          .values(rows.slice(start, start + BATCH_SIZE))
          .onConflictDoNothing();
      }
      await tx.update(webhook).set({ readUntil: new Date(events.readUntil) });
      await tx
        .delete(webhookDelivery)
        .where(
          and(lt(webhookDelivery.createdAt, after(at, -DELIVERY_RETENTION_MS)), ne(webhookDelivery.status, 'waiting')),
        );
    }, NO_LOCKS);
    readState.storedAt = events.readUntil;
  }
  readState.events = events;
}

/**
 * Posts due events: a few receivers concurrently, each in order. If the process crashes before it stores the answer, a post is repeated.
 */
export async function sendWebhooks(): Promise<boolean> {
  const due = await read()
    .selectDistinct({ id: webhookDelivery.webhookId })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.status, 'waiting'), lte(webhookDelivery.nextAt, systemNow())));
  if (due.length === 0) return false;
  const isDue = new Set(due.map(({ id }) => id));
  const waiting = (await loadActiveWebhooks()).active.filter(({ id }) => isDue.has(id));
  const found = waiting.length;
  let hasMore = false;
  const lane = async () => {
    for (let hook = waiting.shift(); hook; hook = waiting.shift()) hasMore = (await sendTo(hook)) || hasMore;
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_RECEIVERS, found) }, lane));
  return hasMore;
}

/** Posts due events to one receiver, oldest first, until one fails. @returns whether more is due */
async function sendTo(hook: ActiveWebhook): Promise<boolean> {
  const { id, ownerId, url } = hook;
  const secret = decryptText(hook.secret, { purpose: 'webhooks', holder: `${id} ${ownerId}` });
  const start = performance.now();
  const isDue = and(
    eq(webhookDelivery.webhookId, id),
    eq(webhookDelivery.status, 'waiting'),
    lte(webhookDelivery.nextAt, systemNow()),
  );
  const due = await read()
    .select()
    .from(webhookDelivery)
    .where(isDue)
    .orderBy(asc(webhookDelivery.eventId))
    .limit(BATCH_SIZE);
  for (const delivery of due) {
    const { id: deliveryId, body, attempts } = delivery;
    const post = { body, limit: RECEIVER_TIMEOUT_MS, isPublic: !env().WEBHOOK_HOSTS.includes(getHost(url)) };
    const problem =
      secret === null
        ? 'Its secret can’t be read. Remove the webhook, and create it again.'
        : await postOutward(url, {
            ...post,
            headers: createSignedHeaders(secret, { id: deliveryId, at: systemNow(), body }),
          });
    const at = systemNow();
    await write(async (tx) => {
      // Skips a delivery that its owner has resent or removed meanwhile.
      const isAsRead = and(
        eq(webhookDelivery.id, deliveryId),
        eq(webhookDelivery.status, 'waiting'),
        eq(webhookDelivery.attempts, attempts),
      );
      await tx
        .update(webhookDelivery)
        .set(getStateAfterAttempt(attempts, problem, at))
        .where(isAsRead);
      if (problem !== null) await recordFailure(tx, hook, at);
      else if (hook.failures > 0)
        await tx.update(webhook).set({ failures: 0, failingSince: null }).where(eq(webhook.id, id));
    }, NO_LOCKS);
    if (problem !== null) {
      log().info({ webhook: id, attempts, problem }, 'a webhook could not be posted');
      return false;
    }
    hook.failures = 0;
    if (performance.now() - start > RECEIVER_TIME_LIMIT_MS) return true;
  }
  return due.length === BATCH_SIZE;
}

/** Delays a receiver's other posts after a failed one, and turns off a webhook that has failed for too long. */
async function recordFailure(
  tx: Handle,
  { id, ownerId, url, role, failures, failingSince }: ActiveWebhook,
  at: Date,
): Promise<void> {
  const since = failures > 0 && failingSince ? failingSince : at;
  const isOff = after(since, MAX_FAILING_MS) <= at;
  const nextAt = after(at, RETRY_DELAYS_MS[Math.min(failures, LONGEST_PAUSE_INDEX)] ?? 0);
  const others = and(eq(webhookDelivery.webhookId, id), eq(webhookDelivery.status, 'waiting'));
  await tx
    .update(webhookDelivery)
    .set({ nextAt })
    .where(and(others, lt(webhookDelivery.nextAt, nextAt)));
  await tx
    .update(webhook)
    .set({ failures: failures + 1, failingSince: since, ...(isOff && { disabledAt: at }) })
    .where(eq(webhook.id, id));
  if (!isOff) return;
  await tx.update(webhookDelivery).set({ status: 'failed', problem: 'The webhook was turned off.' }).where(others);
  const userId = role === null ? ownerId : null;
  await record(tx, {
    thing: 'webhook',
    thingId: id,
    event: 'disable',
    by: SYSTEM_ACTOR,
    userId,
    details: { what: getHost(url) },
  });
  if (userId)
    await notify(tx, {
      userId,
      text: `Your webhook to ${getHost(url)} was turned off: nothing could be delivered for three days`,
      href: '/settings/webhooks',
    });
}

export const webhookJobs: Job[] = [
  {
    name: WEBHOOKS_JOB,
    everyMs: 2 * SECOND,
    inMaintenance: true,
    long: true,
    run: async () => {
      if (getIsolationTime()) return false;
      await queueWebhooks();
      return await sendWebhooks();
    },
    idle: describeIsolation,
  },
];
