import { z } from 'zod';
import { confirmAdministrator } from '~/features/people/twofactor/confirmAdministrator.server';
import { EVENT_GROUP_NAMES, STAFF_GROUP_NAMES, STAFF_GROUPS, webhookUrl } from '~/features/site/webhooks/schema';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  resumeWebhook,
  testWebhook,
  type Webhook,
  type WebhookOwner,
} from '~/features/site/webhooks/webhooks.server';
import { read } from '~/platform/db/index.server';
import { codeField } from '~/platform/fields/line';
import { done, refuse } from '~/platform/result';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import {
  defineListCall,
  defineReadCall,
  defineWriteCall,
  type KeyHolder,
  type StaffKeyHolder,
  type V1Call,
  type V1Request,
} from '../call.server';
import { changedOutput, id, isoOrNull, text, time, toIsoTime } from '../fields';

const WEBHOOK_FIELDS = {
  id,
  url: text,
  kinds: z.array(z.enum(EVENT_GROUP_NAMES)),
  state: z.enum(['on', 'failing', 'off']),
  failingSince: time.nullable(),
  endsWithKey: z.boolean().describe('Created by an API key, and ends with it'),
  createdAt: time,
};

const webhookSchema = z.object(WEBHOOK_FIELDS).meta({ id: 'Webhook' });

const toWebhookAnswer = ({ id: own, url, kinds, failingSince, disabledAt, keyHash, createdAt }: Webhook) => ({
  id: own,
  url,
  kinds: kinds as (typeof EVENT_GROUP_NAMES)[number][],
  state: disabledAt ? ('off' as const) : failingSince ? ('failing' as const) : ('on' as const),
  failingSince: isoOrNull(failingSince),
  endsWithKey: keyHash !== null,
  createdAt: toIsoTime(createdAt),
});

const deliverySchema = z
  .object({
    id: id.describe('The webhook-id of its requests'),
    webhook: id,
    event: id,
    type: text,
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number().int(),
    problem: text.nullable().describe('The error of the last attempt, if it failed'),
    nextAt: time.nullable().describe('The time of the next attempt; null if there is none'),
    createdAt: time,
    deliveredAt: time.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

/**
 * Secrets of new webhooks, keyed by the headers of the response, since the answer that is stored for repetitions must
 * not contain them.
 */
const secretsByHeaders = new WeakMap<Headers, string>();

type Here = Partial<Pick<StaffKeyHolder, 'administrator'>> & Pick<KeyHolder, 'user'>;

/** Returns the owner of a call's webhooks: the owner of its key. */
const ownerOf = ({ administrator, user }: Here): WebhookOwner =>
  administrator ? createAdminActor(administrator.id) : createInvestorActor(user.id);

const lockOwner = (here: Here) => {
  const { kind, id: owner } = ownerOf(here);
  return { users: kind === 'investor' ? [owner] : [] };
};

/** Defines the calls of webhooks, for an investor's account or, for administrators, for all accounts. */
function defineWebhookCalls({ isStaff }: { isStaff: boolean }): V1Call[] {
  const tag = isStaff ? 'Staff: webhooks' : 'Webhooks';
  const act = { tag, scope: 'account', once: 'act' } as const;
  const named = (verb: string, rest = '') => `${verb}${isStaff ? 'Staff' : ''}Webhook${rest}`;
  const at = (path: string) => `${isStaff ? 'staff/' : ''}${path}`;
  const formOf = (intent: string) => [`${isStaff ? 'admin/webhooks' : 'investor/settings/webhooks'}#${intent}`];
  const kinds = isStaff ? STAFF_GROUP_NAMES : EVENT_GROUP_NAMES;

  const create = defineWriteCall({
    ...act,
    operation: named('create'),
    returnsSecret: true,
    path: at('webhooks'),
    about:
      'Creates a webhook: events of these kinds are posted to the URL, each until it is answered with 2xx. It ends with the key that created it. The secret, which verifies the requests, is returned only this once.',
    input: z.object({
      url: webhookUrl,
      kinds: z.array(z.enum(kinds)).min(1).max(kinds.length),
      ...(isStaff && { otp: codeField().optional() }),
    }),
    output: z.object({ id, url: text, secret: text.nullable().describe('Null in a replayed response') }),
    example: { url: 'https://hooks.example.com/mirrorbook', kinds: ['deposit', 'withdrawal'] },
    forms: formOf('make'),
    act: async (tx, here) => {
      const { key, keyHash, headers, input } = here;
      const rights = isStaff ? input.kinds.map((kind) => STAFF_GROUPS[kind as keyof typeof STAFF_GROUPS]) : [];
      const lacking = rights.find((right) => !(key.scopes as string[]).includes(right));
      if (lacking) return refuse('missing-scope', `This key lacks the scope "${lacking}".`, 'kinds');
      const created = await createWebhook(tx, ownerOf(here), { url: input.url, kinds: input.kinds, keyHash });
      if (!created.ok) return created;
      secretsByHeaders.set(headers, created.value.secret);
      return done({ answer: { id: created.value.id, url: created.value.url, secret: null } });
    },
    locks: lockOwner,
  });

  const onOne = (what: 'remove' | 'test' | 'resume', about: string, does: typeof removeWebhook | typeof testWebhook) =>
    defineWriteCall({
      ...act,
      operation: named(what),
      path: at(`webhooks/{id}/${what}`),
      about,
      input: z.object({ id }),
      output: changedOutput,
      example: { id: '$WEBHOOK' },
      forms: formOf(what),
      locks: lockOwner,
      act: async (tx, here) => {
        const did = await does(tx, ownerOf(here), here.input.id);
        return did.ok ? done({ answer: { id: here.input.id } }) : did;
      },
    });

  const calls: V1Call[] = [
    defineReadCall({
      operation: named('list', 's'),
      path: at('webhooks'),
      tag,
      about: 'Lists the webhooks, without their secrets.',
      output: z.object({ data: z.array(webhookSchema) }),
      answer: async (here) => done({ data: (await listWebhooks(read(), ownerOf(here))).map(toWebhookAnswer) }),
    }),
    {
      ...create,
      handle: async (sent, tools) => {
        const { administrator, keyHash, address, headers, input } = sent as unknown as StaffKeyHolder &
          V1Request<{ otp?: string }>;
        // Requires a code as the page does.
        const confirm = () => confirmAdministrator({ administrator, sessionHash: keyHash, address }, input.otp);
        const once: typeof tools.once = (work, options) =>
          tools.once(work, isStaff ? { ...options, locks: undefined, confirm } : options);
        const answer = await create.handle(sent, { ...tools, once });
        const secret = secretsByHeaders.get(headers);
        return answer.ok && secret ? done({ ...(answer.value as object), secret }) : answer;
      },
    },
    onOne('test', 'Posts an event of the type webhook.test, which tells nothing.', testWebhook),
    onOne('resume', 'Turns a webhook on that was turned off because it had failed for three days.', resumeWebhook),
    defineListCall({
      operation: named('list', 'Deliveries'),
      path: at('webhook-deliveries'),
      tag,
      about: 'Deliveries of the last 30 days and pending ones, newest first.',
      input: z.object({ webhook: id.optional() }),
      output: deliverySchema,
      answer: async (here, { after, limit }) => {
        const input = { webhookId: here.input.webhook, before: after, limit: limit + 1 };
        const found = await listDeliveries(read(), ownerOf(here), input);
        const rows = found.slice(0, limit).map((row) => ({
          id: row.id,
          webhook: row.webhookId,
          event: row.eventId,
          type: row.type,
          state: row.status,
          attempts: row.attempts,
          problem: row.problem,
          nextAt: row.status === 'waiting' ? toIsoTime(row.nextAt) : null,
          createdAt: toIsoTime(row.createdAt),
          deliveredAt: isoOrNull(row.deliveredAt),
        }));
        return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
      },
    }),
    defineWriteCall({
      ...act,
      operation: named('replay', 'Delivery'),
      path: at('webhook-deliveries/{id}/replay'),
      about: 'Sends an event again, with the same webhook-id.',
      input: z.object({ id }),
      output: changedOutput,
      example: { id: '$DELIVERY' },
      forms: formOf('replay'),
      locks: lockOwner,
      act: async (tx, here) => {
        const replayed = await replayDelivery(tx, ownerOf(here), here.input.id);
        return replayed.ok ? done({ answer: replayed.value }) : replayed;
      },
    }),
    onOne('remove', 'Removes a webhook. What waits is not posted any more.', removeWebhook),
  ];
  return isStaff ? calls.map((call) => ({ ...call, scope: 'everyone' })) : calls;
}

export const WEBHOOK_CALLS = [...defineWebhookCalls({ isStaff: false }), ...defineWebhookCalls({ isStaff: true })];
