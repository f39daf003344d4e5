import { answerUnknownCall } from '~/web/guard/api.server';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/web/responses.server';
import { normalizePath } from '~/web/server/routes';
import { UNSUPPORTED_CALLS } from './document/notServed';

const replacementByName = new Map(UNSUPPORTED_CALLS.map((call) => [call.name.toLowerCase(), call.instead]));

/** Answers requests below `/api` that match no call, with advice. */
export const answerUnsupportedCall = Object.assign(
  async ({ request }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const name = normalizePath(new URL(request.url).pathname)
      .replace(/^\/api\//, '')
      .replace(/^admin\//, '');
    const message = replacementByName.get(name);
    return message ? Response.json({ status: 'error', message }, { status: 404 }) : await answerUnknownCall();
  },
  { guard: 'apiRoute' },
);
