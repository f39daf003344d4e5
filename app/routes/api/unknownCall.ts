import { unknownCall } from '~/api/unknownCall.server';

/** Whatever else is requested below /api: a program reads JSON, never a page. */
export const loader = unknownCall;
export const action = unknownCall;
