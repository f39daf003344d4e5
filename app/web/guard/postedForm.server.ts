import { toSafePath } from '~/platform/installation/site';
import { isFormToken } from '../cookies/cookies.server';
import { readForm, TooManyFieldsError } from '../form/readForm.server';
import { type RefusedForm, redisplayForm } from '../form/submission.server';
import { data } from '../responses.server';

export type PostedForm<I extends string> = { form: FormData; intent: I };

/** The only field that a form may contain several times: the checked entries of a list. */
const REPEATABLE_FIELD = 'ids';

/**
 * Returns whether field names are plain and distinct, as in all forms here. A name like `a[999999999]` could cost a parser minutes or all
 * memory.
 */
function hasPlainFields(form: FormData): boolean {
  const names = [...form.keys()];
  const others = names.filter((name) => name !== REPEATABLE_FIELD);
  return (
    new Set(others).size === others.length &&
    !names.some((name) => /[.[\]]/.test(name)) &&
    // PostgreSQL does not store text with a NUL.
    ![...form.values()].some((value) => typeof value === 'string' && value.includes('\0'))
  );
}

const unknownFieldsAnswer = () => data('This form has fields that our pages do not have.', { status: 400 });

/** Parses the posted form. Refuses other methods, content types and incomplete bodies. */
export async function readPostedForm(request: globalThis.Request): Promise<FormData> {
  if (request.method !== 'POST')
    throw data('This address takes POST.', { status: 405, headers: { Allow: 'GET, POST' } });
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data('This address takes forms.', { status: 415 });
  }
  const form = await readForm(request).catch((error) => {
    throw error instanceof TooManyFieldsError
      ? unknownFieldsAnswer()
      : data('The form arrived broken. Please send it again.', { status: 400 });
  });
  if (!hasPlainFields(form)) throw unknownFieldsAnswer();
  return form;
}

export async function readFormWithIntent<I extends string>(
  request: globalThis.Request,
  intents: readonly I[],
): Promise<PostedForm<I>> {
  const form = await readPostedForm(request);
  return { form, intent: intentOf(form, intents) };
}

/** Handles a form with a valid token, or answers one whose token belongs to another session. */
export async function handleOwnForm<T, I extends string>(
  request: globalThis.Request,
  { binding, why, intents }: { binding: string; why: string; intents: readonly I[] },
  handler: (posted: PostedForm<I>) => Promise<T>,
): Promise<T | RefusedForm> {
  const form = await readPostedForm(request);
  const token = form.get('_csrf');
  if (!token) {
    throw data('This form was not from our page. Please go back, reload and try again.', { status: 403 });
  }
  if (!isFormToken(token, binding)) return await answerOutdatedToken(form, why);
  const posted = { form, intent: intentOf(form, intents) };
  try {
    return redirectToPosition(await handler(posted), form);
  } catch (error) {
    throw isThrownAnswer(error) ? error : new FormFault(form, error);
  }
}

/** Redirects to the reader's position on the page if the form has it (`_back`: path with query and row). */
function redirectToPosition<T>(answer: T, form: FormData): T {
  const back = form.get('_back');
  if (typeof back !== 'string' || !(answer instanceof Response) || answer.status !== 303) return answer;
  const [to = ''] = (answer.headers.get('Location') ?? '').split(/[?#]/);
  if (/^[?#/]|^$/.test(back.slice(to.length)) && back.startsWith(to)) answer.headers.set('Location', toSafePath(back));
  return answer;
}

export class FormFault extends Error {
  override name = 'FormFault';
  constructor(
    readonly form: FormData,
    cause: unknown,
  ) {
    super('A form was not handled', { cause });
  }
}

export const isThrownAnswer = (thrown: unknown): boolean =>
  thrown instanceof Response || (thrown as { type?: string } | null)?.type === 'DataWithResponseInit';

/** Answers a form with an outdated token: 403 with its input, or a redirect to its page if it has no input fields. */
async function answerOutdatedToken(form: FormData, why: string): Promise<RefusedForm> {
  const again = await redisplayForm(
    form,
    { code: 'old-page', message: `${why} Please check it and send it again.` },
    403,
  );
  if (!again) throw data(`${why} Please open the page again.`, { status: 403 });
  // The key belongs to the ended session.
  again.data.formKey = undefined;
  return again;
}

/** Returns the form's `_intent`. Throws 400 for an unknown or missing one. */
export function intentOf<I extends string>(form: FormData, intents: readonly I[]): I {
  const input = form.get('_intent');
  const known = intents.find((intent) => intent === input);
  if (known !== undefined) return known;
  // Without intents the type is `never`, so no handler can read this value.
  if (input === null && intents.length === 0) return undefined as unknown as I;
  throw data('This page can’t do that, so nothing was done. Please open it again and press one of its buttons.', {
    status: 400,
  });
}
