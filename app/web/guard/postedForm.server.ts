import { safePath } from '~/platform/installation/site';
import { isFormToken } from '../cookies/cookies.server';
import { readForm, TooManyFieldsError } from '../form/readForm.server';
import { asTyped, type Refused } from '../form/submission.server';
import { data } from '../responses.server';

/** A form that was posted; `intent` is which of the page's buttons it was, where the action names them. */
export type PostedForm<I extends string> = { form: FormData; intent: I };

/** The one field that a form may have several times: the entries that are ticked in a list. */
const TICKED = 'ids';

/**
 * Our forms have each other field once, with a plain name. Names like `a[999999999]` cost the next parser a processor for
 * minutes, or all memory.
 */
function isPlain(form: FormData): boolean {
  const names = [...form.keys()];
  const others = names.filter((name) => name !== TICKED);
  return (
    new Set(others).size === others.length &&
    !names.some((name) => /[.[\]]/.test(name)) &&
    // PostgreSQL keeps no text with a NUL in it.
    ![...form.values()].some((value) => typeof value === 'string' && value.includes('\0'))
  );
}

const notOurForm = () => data('This form has fields that our pages do not have.', { status: 400 });

/** The posted form, refused unless it is one: a POST, a form's content type, and whole. */
export async function wholeForm(request: globalThis.Request): Promise<FormData> {
  if (request.method !== 'POST')
    throw data('This address takes POST.', { status: 405, headers: { Allow: 'GET, POST' } });
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data('This address takes forms.', { status: 415 });
  }
  const form = await readForm(request).catch((error) => {
    throw error instanceof TooManyFieldsError
      ? notOurForm()
      : data('The form arrived broken. Please send it again.', { status: 400 });
  });
  if (!isPlain(form)) throw notOurForm();
  return form;
}

/** A posted form and which of the page's buttons it was; `intents` are all that the page has. */
export async function postedForm<I extends string>(
  request: globalThis.Request,
  intents: readonly I[],
): Promise<PostedForm<I>> {
  const form = await wholeForm(request);
  return { form, intent: intentOf(form, intents) };
}

/**
 * The same with our token in it, or what is answered to a form whose token has become another's: `why` says how that
 * came.
 */
export async function ownForm<T, I extends string>(
  request: globalThis.Request,
  { binding, why, intents }: { binding: string; why: string; intents: readonly I[] },
  handler: (posted: PostedForm<I>) => Promise<T>,
): Promise<T | Refused> {
  const form = await wholeForm(request);
  const token = form.get('_csrf');
  if (!token) {
    throw data('This form was not from our page. Please go back, reload and try again.', { status: 403 });
  }
  if (!isFormToken(token, binding)) return await answerOldPage(form, why);
  const posted = { form, intent: intentOf(form, intents) };
  try {
    return ledBack(await handler(posted), form);
  } catch (error) {
    throw isAnswer(error) ? error : new FormFault(form, error);
  }
}

/**
 * The answer to a form that was done: where it leads to a page, to where the reader was on that page or on one below it, if the
 * form says (`_back`: its path, with the query and the row).
 */
function ledBack<T>(answer: T, form: FormData): T {
  const back = form.get('_back');
  if (typeof back !== 'string' || !(answer instanceof Response) || answer.status !== 303) return answer;
  const [to = ''] = (answer.headers.get('Location') ?? '').split(/[?#]/);
  if (/^[?#/]|^$/.test(back.slice(to.length)) && back.startsWith(to)) answer.headers.set('Location', safePath(back));
  return answer;
}

/** What broke while a form was handled, and the form, so that it can be given back as it was typed. */
export class FormFault extends Error {
  override name = 'FormFault';
  constructor(
    readonly form: FormData,
    cause: unknown,
  ) {
    super('A form was not handled', { cause });
  }
}

/** A redirect, a refusal: what a handler throws on purpose. */
export const isAnswer = (thrown: unknown): boolean =>
  thrown instanceof Response || (thrown as { type?: string } | null)?.type === 'DataWithResponseInit';

/**
 * What is answered to a form that carries the token of an earlier sign-in, or of a cookie that is gone: 403, and
 * nothing is done. A form with something typed into it comes back as it was sent, with the token that it should have
 * had; one of buttons alone leads back to its page. Only for posts that came from a page of ours: `sameSite` has refused
 * the others.
 * @param why what made the page too old, and that nothing was done
 */
async function answerOldPage(form: FormData, why: string): Promise<Refused> {
  const again = await asTyped(form, { code: 'old-page', message: `${why} Please check it and send it again.` }, 403);
  if (!again) throw data(`${why} Please open the page again.`, { status: 403 });
  // Its key is of the sign-in that is gone: the page has one of its own.
  again.data.formKey = undefined;
  return again;
}

/**
 * Tells which of a page's forms or buttons was sent, by the field `_intent` (a hidden field, or the button itself). Throws 400
 * before anything is done if the page has no such intent, or if the intent is missing where the page has several.
 * @param intents all intents of the page; empty if its form does only one thing
 */
export function intentOf<I extends string>(form: FormData, intents: readonly I[]): I {
  const given = form.get('_intent');
  const known = intents.find((intent) => intent === given);
  if (known !== undefined) return known;
  // Without intents the type is `never`, so no handler can read this value.
  if (given === null && intents.length === 0) return undefined as unknown as I;
  throw data('This page can’t do that, so nothing was done. Please open it again and press one of its buttons.', {
    status: 400,
  });
}
