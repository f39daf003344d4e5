import { confirmFresh } from '~/features/twofactor/confirmFresh.server';
import { apiRoute, type CallRefusal, type Handler } from '~/platform/guard/api.server';
import type { Call } from '~/platform/guard/call';
import type { Result } from '~/platform/result';

type Confirmed = Call & { who: 'administrator' };

/** An administrator's call about money or an account: whoever has a second factor shows it, as `otp`, every five minutes. */
export function administratorCall<const C extends Confirmed>(call: C, handler: Handler<C>) {
  return apiRoute<C>(call, async (context) => {
    const { administrator, sessionHash, address, input } = context as Here;
    const here: Result<null, CallRefusal> = await confirmFresh(
      { administrator, sessionHash, address },
      input.otp ?? '',
    );
    return here.ok ? await handler(context) : here;
  });
}

type Here = Parameters<typeof confirmFresh>[0] & { input: { otp?: string } };
