import { openUpdates } from '~/features/updates';
import { investor } from '~/web/guard/index.server';
import { EVENT_STREAM } from '~/web/responses.server';

/** What has become new for the signed-in investor, as server-sent events: what to ask for again, and nothing of what it says. */
export const loader = investor.loader(async ({ request, user, sessionHash, whenGone }) => {
  if (request.method === 'HEAD') return new Response(null, { headers: EVENT_STREAM });
  const { body, end } = openUpdates({ person: user.id, sessionHash });
  whenGone(() => end());
  return new Response(body, { headers: EVENT_STREAM });
});
