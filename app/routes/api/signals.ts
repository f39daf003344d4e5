import { signals } from '~/api/calls/trading';
import { receiveSignal } from '~/features/signals/receiveSignal.server';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

const call = apiRoute(signals, async ({ request, input: { key, ...asked } }) => {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  const received = await receiveSignal(bearer ?? key ?? '', asked);
  if (!received.ok) return received;
  const { status: state, code, message, again } = received.value;
  return done({ status: 'ok' as const, state, code, message, again });
});
export const loader = call.loader;
export const action = call.action;
