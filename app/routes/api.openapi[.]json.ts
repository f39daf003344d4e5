import { z } from 'zod';
import { openApi } from '~/api/openapi';
import { apiRoute } from '~/platform/guard/api.server';
import { defineCall } from '~/platform/guard/call';
import { done } from '~/platform/result';
import { publicOrigin } from '~/platform/site';

export const handle = { cache: { query: [] } };

const document = defineCall({
  name: 'openapi.json',
  about: 'Describes the other calls.',
  method: 'GET',
  who: 'anybody',
  input: z.object({}),
  output: z.object({}).loose(),
  failure: 'number',
  example: {},
});

const call = apiRoute(document, async ({ headers }) => {
  headers.set('Cache-Control', 'public, max-age=3600');
  headers.set('Vary', 'Origin');
  return done(openApi(publicOrigin()));
});
export const loader = call.loader;
export const action = call.action;
