import { submitKyc } from '~/features/kyc';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

const SENT = 'Your KYC documents have been successfully submitted and are under review.';

export const submitKYC: CallHandler<'submitKYC'> = ({ user, input, once }) =>
  once(async (tx) => {
    const submitted = await submitKyc(tx, user, input);
    return submitted.ok ? done({ answer: { status: 'ok', code: 200, message: SENT } }) : submitted;
  });
