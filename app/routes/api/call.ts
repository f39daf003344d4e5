import { serveCall } from '~/api/serveCall.server';

/** Serves every call of the table; each has a route of its own. */
export const loader = serveCall;
export const action = serveCall;
