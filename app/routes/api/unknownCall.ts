import { unknownCall } from '~/api/unknownCall.server';

/** Answers all other requests below /api with JSON, since programs read it. */
export const loader = unknownCall;
export const action = unknownCall;
