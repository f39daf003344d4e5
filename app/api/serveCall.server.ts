import { confirmFresh, confirmPerson } from '~/features/people/twofactor/confirmFresh.server';
import { apiRoute, type ConfirmCall, type Handler } from '~/web/guard/api.server';
import type { Call } from '~/web/guard/call';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/web/responses.server';
import { callAt } from './callAt';
import type { CallHandler } from './callHandler';
import { CALLS, type CallName, confirms } from './calls';
import { approveKYC } from './handlers/admin.approveKYC.server';
import { rejectKYC } from './handlers/admin.rejectKYC.server';
import { admin } from './handlers/admin.server';
import { copytrade } from './handlers/copytrade.server';
import { createTrader } from './handlers/createTrader.server';
import { debitwallet } from './handlers/debitwallet.server';
import { deleteTrader } from './handlers/deleteTrader.server';
import { deleteUser } from './handlers/deleteUser.server';
import { fetchTraders } from './handlers/fetchTraders.server';
import { fundwallet } from './handlers/fundwallet.server';
import { getData } from './handlers/getData.server';
import { getUsers } from './handlers/getUsers.server';
import { getWithdrawInfo } from './handlers/getWithdrawInfo.server';
import { invest } from './handlers/invest.server';
import { login } from './handlers/login.server';
import { logout } from './handlers/logout.server';
import { orders } from './handlers/orders.server';
import { positions } from './handlers/positions.server';
import { register } from './handlers/register.server';
import { requestpasswordreset } from './handlers/requestpasswordreset.server';
import { resetpassword } from './handlers/resetpassword.server';
import { sendproof } from './handlers/sendproof.server';
import { signals } from './handlers/signals.server';
import { stopcopytrade } from './handlers/stopcopytrade.server';
import { submitKYC } from './handlers/submitKYC.server';
import { traders } from './handlers/traders.$id.server';
import { updateTraderLog } from './handlers/updateTraderLog.server';
import { updateUserData } from './handlers/updateUserData.server';
import { upgradeUser } from './handlers/upgradeUser.server';
import { verify } from './handlers/verify.server';
import { withdraw } from './handlers/withdraw.server';
import { unknownCall } from './unknownCall.server';

const HANDLERS: { [N in CallName]: CallHandler<N> } = {
  admin,
  approveKYC,
  copytrade,
  createTrader,
  debitwallet,
  deleteTrader,
  deleteUser,
  fetchTraders,
  fundwallet,
  getData,
  getUsers,
  getWithdrawInfo,
  invest,
  login,
  logout,
  orders,
  positions,
  register,
  rejectKYC,
  requestpasswordreset,
  resetpassword,
  sendproof,
  signals,
  stopcopytrade,
  submitKYC,
  traders,
  updateTraderLog,
  updateUserData,
  upgradeUser,
  verify,
  withdraw,
};

/** Confirms the second factor (`otp`) before a call about leaving money, or about another person's money or account, does anything. */
const confirm: ConfirmCall = ({ user, administrator, sessionHash, address, input }) => {
  const otp = typeof input.otp === 'string' ? input.otp : undefined;
  if (administrator) return confirmFresh({ administrator, sessionHash, address }, otp);
  return confirmPerson({ subjectId: user?.id ?? '', sessionHash, address }, otp);
};

const served = new Map(
  Object.values<Call>(CALLS).map((call) => {
    const handler = HANDLERS[call.name as CallName] as unknown as Handler<Call>;
    return [call, apiRoute(call, handler, confirms(call) ? confirm : undefined)];
  }),
);

export const serveCall = Object.assign(
  async (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const call = callAt(new URL(args.request.url).pathname);
    return await ((call && served.get(call)) ?? unknownCall)(args);
  },
  { guard: 'apiRoute' },
);
