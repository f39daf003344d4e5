import { copytrade } from '~/api/calls/money';
import { startCopy } from '~/features/copy/startCopy.server';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';

const call = apiRoute(copytrade, async ({ user, input, once }) => {
  const started = await once((tx) => startCopy(tx, user, input));
  if (!started.ok) return started;
  const { id, trader } = started.value;
  return done({ status: 200, message: `You are copying ${trader} now.`, id });
});
export const loader = call.loader;
export const action = call.action;
