import { currentRequestId } from '../callContext.server';
import { log } from './index.server';

/**
 * Writes down what nobody caught, with the request it happened in. A promise that fails and nobody waits for has harmed
 * nobody else. An error thrown where nobody can catch it may have left anything half done in memory: `replace` is told,
 * once.
 * @returns how to stop listening
 */
export function watchUncaught(replace: () => void): () => void {
  const onRejection = (error: unknown) => {
    log().error({ requestId: currentRequestId(), err: error }, 'a promise failed that nobody waits for');
  };
  let told = false;
  const onException = (error: unknown) => {
    log().fatal({ requestId: currentRequestId(), err: error }, 'an error that nobody caught');
    if (told) return;
    told = true;
    replace();
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}
