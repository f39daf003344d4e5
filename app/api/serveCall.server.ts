import { confirmAdministrator, confirmPerson } from '~/features/people/twofactor/confirmAdministrator.server';
import { apiRoute, type ConfirmCall, type Handler } from '~/web/guard/api.server';
import type { Call } from '~/web/guard/call';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/web/responses.server';
import { findCall } from './callAt';
import type { CallHandler } from './callHandler';
import { CALLS, type CallName, isOtpRequired } from './calls';
import * as account from './handlers/account.server';
import * as documents from './handlers/documents.server';
import * as money from './handlers/money.server';
import * as reading from './handlers/reading.server';
import * as staff from './handlers/staff.server';
import * as trading from './handlers/trading.server';
import { answerUnsupportedCall } from './unknownCall.server';

const CALL_HANDLERS: { [N in CallName]: CallHandler<N> } = {
  ...account,
  ...money,
  ...documents,
  ...reading,
  ...staff,
  ...trading,
};

/** Confirms the second factor (`otp`) before a call that lets money leave or concerns another person's money or account. */
const confirmCaller: ConfirmCall = ({ user, administrator, sessionHash, address, input }) => {
  const otp = typeof input.otp === 'string' ? input.otp : undefined;
  if (administrator) return confirmAdministrator({ administrator, sessionHash, address }, otp);
  return confirmPerson({ subjectId: user?.id ?? '', sessionHash, address }, otp);
};

const servedCalls = new Map(
  Object.values<Call>(CALLS).map((call) => {
    const handler = CALL_HANDLERS[call.name as CallName] as unknown as Handler<Call>;
    return [call, apiRoute(call, handler, isOtpRequired(call) ? confirmCaller : undefined)];
  }),
);

export const serveCall = Object.assign(
  async (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const call = findCall(new URL(args.request.url).pathname);
    return await ((call && servedCalls.get(call)) ?? answerUnsupportedCall)(args);
  },
  { guard: 'apiRoute' },
);
