import { noSuchCall } from '~/web/guard/api.server';

/** Whatever else is asked for below /api: a program reads JSON, never a page. */
export const loader = noSuchCall;
export const action = noSuchCall;
