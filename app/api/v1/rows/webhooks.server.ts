import { z } from 'zod';
import { EVENT_GROUP_NAMES, webhookUrl } from '~/features/site/webhooks/schema';
import {
  deliveriesOf,
  makeWebhook,
  removeWebhook,
  replayDelivery,
  resumeWebhook,
  testWebhook,
  type Webhook,
  webhooksOf,
} from '~/features/site/webhooks/webhooks.server';
import { read } from '~/platform/db/index.server';
import { done } from '~/platform/result';
import { byInvestor } from '~/platform/states';
import { acts, lists, reads } from '../call.server';
import { changed, id, iso, isoOrNull, text, time } from '../fields';

const tag = 'Webhooks';
const act = { tag, scope: 'account', once: 'act' } as const;

const WEBHOOK_FIELDS = {
  id,
  url: text,
  kinds: z.array(z.enum(EVENT_GROUP_NAMES)),
  state: z.enum(['on', 'failing', 'off']),
  failingSince: time.nullable(),
  endsWithKey: z.boolean().describe('A key made it, and it ends with that key'),
  createdAt: time,
};

const WEBHOOK = z.object(WEBHOOK_FIELDS).meta({ id: 'Webhook' });

const webhookShown = ({ id: own, url, kinds, failingSince, disabledAt, keyHash, createdAt }: Webhook) => ({
  id: own,
  url,
  kinds: kinds as (typeof EVENT_GROUP_NAMES)[number][],
  state: disabledAt ? ('off' as const) : failingSince ? ('failing' as const) : ('on' as const),
  failingSince: isoOrNull(failingSince),
  endsWithKey: keyHash !== null,
  createdAt: iso(createdAt),
});

const DELIVERY = z
  .object({
    id: id.describe('The webhook-id of its posts'),
    webhook: id,
    event: id,
    type: text,
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number().int(),
    problem: text.nullable().describe('What the last post came to, where it failed'),
    nextAt: time.nullable().describe('When it is posted next; null where it is not'),
    createdAt: time,
    deliveredAt: time.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

/** Secrets of webhooks that are made now, by the answer's headers: what is stored for repetitions has none. */
const secrets = new WeakMap<Headers, string>();

const create = acts({
  ...act,
  operation: 'createWebhook',
  tellsSecret: true,
  path: 'webhooks',
  about:
    'Makes a webhook: events of these kinds are posted to the address, each until it answers 2xx. It ends with the key that made it. The secret, by which posts are verified, is told this once.',
  input: z.object({ url: webhookUrl, kinds: z.array(z.enum(EVENT_GROUP_NAMES)).min(1).max(EVENT_GROUP_NAMES.length) }),
  output: z.object({ id, url: text, secret: text.nullable().describe('Null in a repeated answer') }),
  example: { url: 'https://hooks.example.com/mirrorbook', kinds: ['deposit', 'withdrawal'] },
  forms: ['investor/settings/webhooks#make'],
  act: async (tx, { user, input, keyHash, headers }) => {
    const made = await makeWebhook(tx, byInvestor(user.id), { ...input, keyHash });
    if (!made.ok) return made;
    secrets.set(headers, made.value.secret);
    return done({ answer: { id: made.value.id, url: made.value.url, secret: null } });
  },
  locks: ({ user }) => ({ users: [user.id] }),
});

const onOne = (
  what: 'remove' | 'test' | 'resume',
  { about, does }: { about: string; does: typeof removeWebhook | typeof testWebhook },
) =>
  acts({
    ...act,
    operation: `${what}Webhook`,
    path: `webhooks/{id}/${what}`,
    about,
    input: z.object({ id }),
    output: changed,
    example: { id: '$WEBHOOK' },
    forms: [`investor/settings/webhooks#${what}`],
    locks: ({ user }) => ({ users: [user.id] }),
    act: async (tx, { user, input }) => {
      const did = await does(tx, byInvestor(user.id), input.id);
      return did.ok ? done({ answer: { id: input.id } }) : did;
    },
  });

export const WEBHOOK_CALLS = [
  reads({
    operation: 'listWebhooks',
    path: 'webhooks',
    tag,
    about: 'Lists the webhooks; never their secrets.',
    output: z.object({ data: z.array(WEBHOOK) }),
    answer: async ({ user }) => done({ data: (await webhooksOf(read(), byInvestor(user.id))).map(webhookShown) }),
  }),
  {
    ...create,
    handle: async (...given: Parameters<typeof create.handle>) => {
      const answer = await create.handle(...given);
      const secret = secrets.get(given[0].headers);
      return answer.ok && secret ? done({ ...(answer.value as object), secret }) : answer;
    },
  },
  onOne('test', { about: 'Posts an event of the type webhook.test, which tells nothing.', does: testWebhook }),
  onOne('resume', {
    about: 'Turns a webhook on that was turned off because it had failed for three days.',
    does: resumeWebhook,
  }),
  lists({
    operation: 'listWebhookDeliveries',
    path: 'webhook-deliveries',
    tag,
    about: 'What was posted to the webhooks in the last 30 days or waits, newest first.',
    input: z.object({ webhook: id.optional() }),
    output: DELIVERY,
    answer: async ({ user, input }, { after, limit }) => {
      const owner = byInvestor(user.id);
      const found = await deliveriesOf(read(), owner, { webhookId: input.webhook, before: after, limit: limit + 1 });
      const rows = found.slice(0, limit).map((row) => ({
        id: row.id,
        webhook: row.webhookId,
        event: row.eventId,
        type: row.type,
        state: row.status,
        attempts: row.attempts,
        problem: row.problem,
        nextAt: row.status === 'waiting' ? iso(row.nextAt) : null,
        createdAt: iso(row.createdAt),
        deliveredAt: isoOrNull(row.deliveredAt),
      }));
      return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
    },
  }),
  acts({
    ...act,
    operation: 'replayWebhookDelivery',
    path: 'webhook-deliveries/{id}/replay',
    about: 'Posts an event again, with the same webhook-id.',
    input: z.object({ id }),
    output: changed,
    example: { id: '$DELIVERY' },
    forms: ['investor/settings/webhooks#replay'],
    locks: ({ user }) => ({ users: [user.id] }),
    act: async (tx, { user, input }) => {
      const replayed = await replayDelivery(tx, byInvestor(user.id), input.id);
      return replayed.ok ? done({ answer: replayed.value }) : replayed;
    },
  }),
  onOne('remove', { about: 'Removes a webhook. What waits is not posted any more.', does: removeWebhook }),
];
