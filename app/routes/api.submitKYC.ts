import { submitKYC } from '~/api/calls/account';
import { submitKyc } from '~/features/kyc';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';

const SENT = 'Your KYC documents have been successfully submitted and are under review.';

const call = apiRoute(submitKYC, async ({ user, input, once }) => {
  const submitted = await once((tx) => submitKyc(tx, user, input));
  return submitted.ok ? done({ status: 200, message: SENT }) : submitted;
});
export const loader = call.loader;
export const action = call.action;
