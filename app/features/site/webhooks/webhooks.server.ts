import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, lt, type SQL } from 'drizzle-orm';
import { webhook, webhookDelivery } from '#drizzle/schema';
import { mailSecurityChange } from '~/features/people';
import { systemNow } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import { afterCommit, type Handle, type Reader } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { requestJobRun } from '~/platform/jobs/index.server';
import { getHost, isPrivateAddress } from '~/platform/outward/outwardPost.server';
import { done, type Result, refuse } from '~/platform/result';
import { encryptText } from '~/platform/sealedText';
import type { AdminActor, InvestorActor } from '~/platform/states';
import { findActingUser, refuseUnlessMay } from '~/signIns/acting.server';
import type { EventGroup } from '../events/groups';
import { getCurrentInstant } from '../events/newEvents.server';
import { STAFF_GROUPS } from './schema';

export const WEBHOOKS_JOB = 'webhooks';

/** Largest number of webhooks of one owner. */
export const MAX_WEBHOOKS = 5;

/** Owner of webhooks: an investor, for events of their account, or an administrator, for events of all accounts. */
export type WebhookOwner = InvestorActor | AdminActor;

export type Webhook = typeof webhook.$inferSelect;
export type WebhookDelivery = typeof webhookDelivery.$inferSelect;

const WEBHOOK_ENTITY = 'webhook';

/** Returns the email address of an owner who may act. Administrators need the rights of the chosen groups. */
async function findActingOwner(
  tx: Handle,
  by: WebhookOwner,
  kinds: readonly string[],
): Promise<Result<{ email: string | null }>> {
  if (by.kind === 'investor') {
    const open = await findActingUser(tx, by, { begin: 'other' });
    return open.ok ? done({ email: open.value.email }) : open;
  }
  const rights = new Set(kinds.map((kind) => STAFF_GROUPS[kind as keyof typeof STAFF_GROUPS]));
  if (rights.has(undefined as never)) return refuse('bad-kind', 'Choose one of the listed kinds.', 'deposit');
  for (const right of rights) {
    const without = await refuseUnlessMay(tx, by, right);
    if (without) return without;
  }
  return (await refuseUnlessMay(tx, by, 'everyone')) ?? done({ email: null });
}

const isOwnedBy = ({ id, kind }: WebhookOwner): SQL | undefined =>
  and(eq(webhook.ownerId, id), eq(webhook.forAdmin, kind === 'admin'));

/** Refuses addresses to which nothing may be sent. Host names are resolved at each post. */
function refuseAddress(url: string): ReturnType<typeof refuse> | null {
  const host = getHost(url);
  if (env().WEBHOOK_HOSTS.includes(host)) return null;
  if (!url.startsWith('https://')) return refuse('bad-address', 'Enter an address that starts with https://', 'url');
  return isPrivateAddress(host) || !/[.:]/.test(host)
    ? refuse('private-address', 'Nothing can be sent to an address in a private network', 'url')
    : null;
}

const recordAct = (tx: Handle, by: WebhookOwner, { id, url }: Pick<Webhook, 'id' | 'url'>, event: string) =>
  record(tx, {
    thing: WEBHOOK_ENTITY,
    thingId: id,
    event,
    by,
    userId: by.kind === 'investor' ? by.id : null,
    details: { what: getHost(url) },
  });

/** Creates a webhook. Its secret is only in this answer. A webhook created with a key ends with the key. */
export async function createWebhook(
  tx: Handle,
  by: WebhookOwner,
  { url, kinds, keyHash = null }: { url: string; kinds: readonly EventGroup[]; keyHash?: string | null },
): Promise<Result<{ id: string; url: string; secret: string }>> {
  const owner = await findActingOwner(tx, by, kinds);
  if (!owner.ok) return owner;
  if (kinds.length === 0) return refuse('no-kind', 'Choose the events', 'deposit');
  const refused = refuseAddress(url);
  if (refused) return refused;
  if ((await countRows(tx, webhook, isOwnedBy(by))) >= MAX_WEBHOOKS) {
    return refuse('too-many', `You have ${MAX_WEBHOOKS} webhooks. Remove one first.`, 'url');
  }
  const [id, createdAt, secret] = [newId(), systemNow(), `whsec_${randomBytes(32).toString('base64')}`];
  const created = {
    id,
    ownerId: by.id,
    forAdmin: by.kind === 'admin',
    url,
    secret: encryptText(secret, { purpose: 'webhooks', holder: `${id} ${by.id}` }),
    kinds: [...kinds],
    keyHash,
    createdAt,
    readUntil: new Date(getCurrentInstant()),
  };
  await tx.insert(webhook).values(created);
  await recordAct(tx, by, created, 'make');
  if (owner.value.email) await mailSecurityChange(tx, owner.value.email, 'webhook', '/settings/webhooks');
  return done({ id, url, secret });
}

/** Returns an owner's webhook for an act on it, or a refusal. */
async function findOwnWebhook(tx: Handle, by: WebhookOwner, which: SQL): Promise<Result<Webhook>> {
  const owner = await findActingOwner(tx, by, []);
  if (!owner.ok) return owner;
  const [found] = await tx
    .select()
    .from(webhook)
    .where(and(which, isOwnedBy(by)));
  return found ? done(found) : refuse('not-found', 'There is no such webhook.', 'id');
}

/** Removes a webhook with its deliveries; pending ones are not sent. */
export async function removeWebhook(tx: Handle, by: WebhookOwner, id: string): Promise<Result<{ url: string }>> {
  const found = await findOwnWebhook(tx, by, eq(webhook.id, id));
  if (!found.ok) return found;
  await tx.delete(webhookDelivery).where(eq(webhookDelivery.webhookId, id));
  await tx.delete(webhook).where(eq(webhook.id, id));
  await recordAct(tx, by, found.value, 'remove');
  return done({ url: found.value.url });
}

const scheduleSending = (tx: Handle): void => afterCommit(tx, () => requestJobRun(WEBHOOKS_JOB));

const TURNED_OFF_REFUSAL = refuse('wrong-state', 'This webhook is turned off. Turn it on first.', 'id');

/** Sends a test event to a webhook. */
export async function testWebhook(tx: Handle, by: WebhookOwner, id: string): Promise<Result<{ id: string }>> {
  const found = await findOwnWebhook(tx, by, eq(webhook.id, id));
  if (!found.ok) return found;
  if (found.value.disabledAt) return TURNED_OFF_REFUSAL;
  const [deliveryId, at] = [newId(), systemNow()];
  const body = JSON.stringify({ id: deliveryId, type: 'webhook.test', timestamp: at, data: {} });
  const row = { id: deliveryId, webhookId: id, eventId: deliveryId, type: 'webhook.test', body };
  await tx.insert(webhookDelivery).values({ ...row, nextAt: at, createdAt: at });
  await recordAct(tx, by, found.value, 'test');
  scheduleSending(tx);
  return done({ id: deliveryId });
}

/** Turns a webhook on again that was turned off after failing for long. Sends events from now on. */
export async function resumeWebhook(tx: Handle, by: WebhookOwner, id: string): Promise<Result<{ url: string }>> {
  const found = await findOwnWebhook(tx, by, eq(webhook.id, id));
  if (!found.ok) return found;
  if (!found.value.disabledAt) return refuse('wrong-state', 'This webhook is already on.', 'id');
  const on = { disabledAt: null, failingSince: null, failures: 0, readUntil: new Date(getCurrentInstant()) };
  await tx.update(webhook).set(on).where(eq(webhook.id, id));
  await recordAct(tx, by, found.value, 'resume');
  return done({ url: found.value.url });
}

/** Resends an event and resets its attempts to zero. Its `webhook-id` stays the same, so the receiver recognises it. */
export async function replayDelivery(tx: Handle, by: WebhookOwner, id: string): Promise<Result<{ id: string }>> {
  const delivered = tx
    .select({ id: webhookDelivery.webhookId })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.id, id));
  const found = await findOwnWebhook(tx, by, inArray(webhook.id, delivered));
  if (!found.ok) {
    return found.error.code === 'not-found' ? refuse('not-found', 'There is no such delivery.', 'id') : found;
  }
  if (found.value.disabledAt) return TURNED_OFF_REFUSAL;
  const again = { status: 'waiting', attempts: 0, nextAt: systemNow(), deliveredAt: null, problem: null } as const;
  await tx.update(webhookDelivery).set(again).where(eq(webhookDelivery.id, id));
  await recordAct(tx, by, found.value, 'replay');
  scheduleSending(tx);
  return done({ id });
}

/** Returns an owner's webhooks, the newest first. */
export const listWebhooks = (handle: Reader, by: WebhookOwner): Promise<Webhook[]> =>
  handle.select().from(webhook).where(isOwnedBy(by)).orderBy(desc(webhook.id));

/** Returns deliveries to an owner's webhooks, the newest first. */
export async function listDeliveries(
  handle: Reader,
  by: WebhookOwner,
  { webhookId, before, limit }: { webhookId?: string; before?: string | null; limit: number },
): Promise<(WebhookDelivery & { url: string })[]> {
  const rows = await handle
    .select({ delivery: webhookDelivery, url: webhook.url })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .where(
      and(
        isOwnedBy(by),
        webhookId ? eq(webhook.id, webhookId) : undefined,
        before ? lt(webhookDelivery.id, before) : undefined,
      ),
    )
    .orderBy(desc(webhookDelivery.id))
    .limit(limit);
  return rows.map(({ delivery, url }) => ({ ...delivery, url }));
}
