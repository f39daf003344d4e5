import { serveV1 } from '~/api/v1/serve.server';

/** Serves every call of `/api/v1`. */
export const loader = serveV1;
export const action = serveV1;
