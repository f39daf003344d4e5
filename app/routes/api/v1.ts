import { serveV1 } from '~/api/v1/serve.server';

export const loader = serveV1;
export const action = serveV1;
