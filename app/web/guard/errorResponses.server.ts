import { describeUnavailability } from '~/platform/db/index.server';
import { log } from '~/platform/log/index.server';
import { runForRequest } from '~/platform/process/callContext.server';
import { SOMETHING_WENT_WRONG } from '~/platform/result';
import { type RefusedForm, redisplayForm } from '../form/submission.server';
import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs } from '../responses.server';
import { FormFault, isThrownAnswer } from './postedForm.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Converts errors to pages: a message for a temporary fault; for others the number under which it was logged. */
export async function withErrorResponses<T>({ request, context }: Args, work: () => Promise<T>): Promise<T> {
  try {
    return await runForRequest(context, work);
  } catch (error) {
    throw isThrownAnswer(error) ? error : respondToFault(error, request, context.requestId);
  }
}

export async function withErrorResponsesForForm<T>(args: Args, work: () => Promise<T>): Promise<T | RefusedForm> {
  const { request, context } = args;
  try {
    return addRetryAfter(await runForRequest(context, work), context);
  } catch (error) {
    if (isThrownAnswer(error)) throw error;
    const { requestId } = context;
    const fault = error instanceof FormFault ? error.cause : error;
    const answer = respondToFault(fault, request, requestId);
    if (!(error instanceof FormFault)) throw answer;
    const passing = describeUnavailability(fault);
    const problem = passing
      ? { code: 'busy', message: passing.message, retryAfter: passing.retryAfter }
      : { code: 'fault', message: SOMETHING_WENT_WRONG };
    const again = await redisplayForm(error.form, problem, 500);
    if (!again) throw answer;
    return addRetryAfter(again, context);
  }
}

/** Adds `Retry-After` of a refused form to the response, since Remix drops it if the route exports no `headers`. */
function addRetryAfter<T>(answer: T, { setRetryAfter: retryAfter }: AppLoadContext): T {
  const wait = new Headers((answer as { init?: ResponseInit } | null)?.init?.headers).get('Retry-After');
  if (wait) retryAfter?.(wait);
  return answer;
}

/** Errors already logged, since loaders of one request may fail by the same shared read. */
const loggedErrors = new WeakSet<object>();

function respondToFault(error: unknown, request: globalThis.Request, requestId: string) {
  const passing = describeUnavailability(error);
  if (passing) {
    const { message, retryAfter } = passing;
    if (retryAfter === undefined) log().error({ requestId, err: error }, 'a row was altered');
    return data(message, { status: 503, headers: retryAfter ? { 'Retry-After': String(retryAfter) } : {} });
  }
  const isLogged = error instanceof Error && loggedErrors.has(error);
  if (error instanceof Error) loggedErrors.add(error);
  if (!request.signal.aborted && !isLogged) log().error({ requestId, err: error }, 'request failed');
  return data({ requestId }, { status: 500 });
}
