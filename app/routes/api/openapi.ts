import { z } from 'zod';
import { listTraderAnswers } from '~/api/answers/traders.server';
import { describeLimits } from '~/api/document/limits.server';
import { createOpenApi } from '~/api/document/openapi';
import { getPublicOrigin } from '~/platform/installation/site';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';
import { defineCall } from '~/web/guard/call';

export const handle = { cache: { query: [] } };

const document = defineCall({
  name: 'openapi.json',
  about: 'Describes the other calls.',
  method: 'GET',
  who: 'anyone',
  input: z.object({}),
  output: z.object({}).loose(),
  failure: 'number',
  example: {},
});

const call = apiRoute(document, async ({ headers }) => {
  headers.set('Cache-Control', 'public, max-age=3600');
  headers.set('Vary', 'Origin');
  const { traders } = await listTraderAnswers({ retired: false });
  const open = traders.filter(({ state }) => state === 'open');
  const trader = open.find(({ labels }) => labels.some((label) => /operator/.test(label))) ?? open[0];
  return done(
    createOpenApi(getPublicOrigin(), { values: trader ? { TRADER: trader._id } : {}, limits: describeLimits() }),
  );
});
export const loader = call;
export const action = call;
