import { submitKYC } from '~/api/calls/account';
import { submitKyc } from '~/features/kyc';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

const SENT = 'Your KYC documents have been successfully submitted and are under review.';

const call = apiRoute(submitKYC, ({ user, input, once }) =>
  once(async (tx) => {
    const submitted = await submitKyc(tx, user, input);
    return submitted.ok ? done({ answer: { status: 'ok', code: 200, message: SENT } }) : submitted;
  }),
);
export const loader = call.loader;
export const action = call.action;
