import { serveV1 } from '~/api/v1/serve.server';

export const handle = { stream: true };

/** Serves the events of `/api/v1`, a stream that stays open. */
export const loader = serveV1;
export const action = serveV1;
