import { unknownCall } from '~/api/unknownCall.server';

/** Answers all other requests below /api: a program reads JSON, never a page. */
export const loader = unknownCall;
export const action = unknownCall;
