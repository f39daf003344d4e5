import { openUpdates } from '~/features/site/updates/stream.server';
import { eventStream } from '~/web/eventStream.server';
import { investor } from '~/web/guard/index.server';

export const handle = { stream: true };

/** Streams what has become new for the signed-in investor, as server-sent events: what to ask for again, and nothing of what it says. */
export const loader = investor.loader(async ({ user, sessionHash, ...asked }) =>
  eventStream(asked, () => openUpdates({ person: user.id, sessionHash })),
);
