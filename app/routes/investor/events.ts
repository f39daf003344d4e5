import { openUpdates } from '~/features/site/updates/stream.server';
import { respondWithEventStream } from '~/web/eventStream.server';
import { investor } from '~/web/guard/index.server';

export const handle = { stream: true };

/** Streams names of changed data to the signed-in investor as server-sent events; the page requests the data itself. */
export const loader = investor.loader(async ({ user, sessionHash, ...input }) =>
  respondWithEventStream(input, () => openUpdates({ person: user.id, sessionHash })),
);
