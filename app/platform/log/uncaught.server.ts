import { getCurrentRequestId } from '../process/callContext.server';
import { log } from './index.server';

/** Logs uncaught errors with their request, then calls `replace`, since an error outside any handler may leave inconsistent state. */
export function handleUncaughtErrors(replace: () => void): () => void {
  const onRejection = (error: unknown) => {
    log().error({ requestId: getCurrentRequestId(), err: error }, 'unhandled rejection');
  };
  let isLogged = false;
  const onException = (error: unknown) => {
    log().fatal({ requestId: getCurrentRequestId(), err: error }, 'uncaught exception');
    if (isLogged) return;
    isLogged = true;
    replace();
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}
