import { serveCall } from '~/api/serveCall.server';

export const loader = serveCall;
export const action = serveCall;
