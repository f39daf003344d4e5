import { answerUnsupportedCall } from '~/api/unknownCall.server';

/** Answers all other requests below /api with JSON, since programs read it. */
export const loader = answerUnsupportedCall;
export const action = answerUnsupportedCall;
