import { receiveSignal } from '~/features/copying/signals/receiveSignal.server';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const signals: CallHandler<'signals'> = async ({ request, input: { key, ...asked } }) => {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  const received = await receiveSignal(bearer ?? key ?? '', asked);
  if (!received.ok) return received;
  const { status: state, code, message, again } = received.value;
  return done({ status: 'ok' as const, state, code, message, again });
};
