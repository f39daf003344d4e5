import type { z } from 'zod';
import { deliveryIdSchema, webhookIdSchema } from '~/features/site/webhooks/schema';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  resumeWebhook,
  testWebhook,
  type WebhookOwner,
} from '~/features/site/webhooks/webhooks.server';
import { type Handle, read, write } from '~/platform/db/index.server';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import type { Result } from '~/platform/result';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission, type Submission } from '~/web/form/submission.server';
import { data } from '~/web/responses.server';

/* Loaders and actions of the webhook pages of investors and administrators. */

/** Returns the webhooks of an owner and their deliveries, as their page shows them. */
export async function loadWebhooks(owner: WebhookOwner) {
  const [webhooks, deliveries] = await Promise.all([
    listWebhooks(read(), owner),
    listDeliveries(read(), owner, { limit: ROWS_ON_A_PAGE }),
  ]);
  return {
    webhooks: webhooks.map(({ id, url, kinds, failingSince, disabledAt, keyHash }) => ({
      id,
      url,
      kinds,
      failingSince,
      disabledAt,
      keyHash,
    })),
    deliveries: deliveries.map(({ id, type, url, status, attempts, nextAt, createdAt, problem }) => ({
      id,
      type,
      url,
      status,
      attempts,
      nextAt,
      createdAt,
      problem,
    })),
  };
}

const locksOf = ({ kind, id }: WebhookOwner) => (kind === 'investor' ? { users: [id] } : undefined);

/** Creates a webhook from a valid form. Only this answer contains its secret. */
export async function createOwnWebhook(
  owner: WebhookOwner,
  input: Parameters<typeof createWebhook>[2],
  { refuse }: Extract<Submission<unknown>, { ok: true }>,
) {
  const created = await write((tx) => createWebhook(tx, owner, input), locksOf(owner));
  return created.ok
    ? data({ made: created.value }, { headers: { 'Cache-Control': 'no-store' } })
    : refuse(created.error);
}

type WebhookAct = (tx: Handle, by: WebhookOwner, id: string) => Promise<Result<unknown>>;

/** Creates the actions for one webhook or delivery. They redirect to `path`. */
export function createWebhookActions<C extends { form: FormData }>(
  path: string,
  ownerOf: (context: C) => WebhookOwner,
) {
  const about = (schema: z.ZodType<{ id: string }>, act: WebhookAct, text: string) => async (context: C) => {
    const sent = await parseSubmission(context.form, schema);
    if (!sent.ok) return sent.refused;
    const owner = ownerOf(context);
    const did = await write((tx) => act(tx, owner, sent.value.id), locksOf(owner));
    return did.ok ? await redirectWithToast(path, { tone: 'success', text }) : sent.refuse(did.error);
  };
  return {
    test: about(webhookIdSchema, testWebhook, 'Test alert sent'),
    resume: about(webhookIdSchema, resumeWebhook, 'The webhook is on again'),
    remove: about(webhookIdSchema, removeWebhook, 'The webhook is removed'),
    replay: about(deliveryIdSchema, replayDelivery, 'Sending again'),
  };
}
