import { hashSecret } from '~/platform/ids';
import { decryptText, encryptText } from '~/platform/sealedText';
import { clearCookie, isFormToken, readCookie, setCookie } from '../cookies/cookies.server';
import { type FormAnswer, redisplayForm, UNSTORED_FIELDS } from '../form/submission.server';
import { readPostedForm } from './postedForm.server';

/* Stores a form sent without JavaScript after the session has ended: its values are sealed in a cookie for its user until the next login. */

/** Largest length of the sealed form, so that its cookie stays below the 4,096 bytes that browsers accept. */
const MAX_SEALED_CHARS = 2_600;

/** Largest form that is read, bytes. Forms with files are not read. */
const MAX_FORM_BYTES = 16 * 1024;

const SESSION_ENDED_MESSAGE = 'Your session had ended, so nothing was done. Please check this and send it again.';

type StoredForm = { page: string; fields: [string, string][] };

/**
 * Returns the cookie header that stores the posted values, without secrets, files, token and key; none for a form of
 * buttons.
 */
export async function storeSubmittedForm(request: globalThis.Request, secret: string): Promise<[string, string][]> {
  const userId = await readLastReader(request);
  // Browsers send the length of a form.
  if (!userId || !(Number(request.headers.get('Content-Length') ?? Infinity) <= MAX_FORM_BYTES)) return [];
  const form = await readPostedForm(request).catch(() => null);
  if (!form?.has('_form') || !isFormToken(form.get('_csrf'), hashSecret(secret))) return [];
  const fields = [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' &&
      !UNSTORED_FIELDS.includes(field[0]) &&
      !/^_(csrf|key|preview|again)$/.test(field[0]),
  );
  const { pathname, search } = new URL(request.url);
  const input: StoredForm = { page: pathname + search, fields };
  const sealed = encryptText(JSON.stringify(input), { purpose: 'typed forms', holder: userId });
  return sealed.length <= MAX_SEALED_CHARS ? [['Set-Cookie', await setCookie('typed', sealed)]] : [];
}

const readLastReader = async (request: globalThis.Request) =>
  (await readCookie(request, 'looked'))?.split(' ')[0] ?? null;

/** Returns the stored form of this page as an action's answer, with the header that deletes it. */
export async function consumeStoredForm(
  request: globalThis.Request,
  userId: string,
): Promise<{ storedAnswer: (FormAnswer & { page: string }) | null; headers: [string, string][] }> {
  const sealed = await readCookie(request, 'typed');
  if (!sealed) return { storedAnswer: null, headers: [] };
  const text = decryptText(sealed, { purpose: 'typed forms', holder: userId });
  const stored = text === null ? null : (JSON.parse(text) as StoredForm);
  const { pathname, search } = new URL(request.url);
  // The form stays stored until its own page is opened.
  if (stored && stored.page !== pathname + search) return { storedAnswer: null, headers: [] };
  const headers: [string, string][] = [['Set-Cookie', await clearCookie('typed')]];
  if (!stored) return { storedAnswer: null, headers };
  const form = new FormData();
  for (const [name, value] of stored.fields) form.append(name, value);
  const answer = await redisplayForm(form, { code: 'session-ended', message: SESSION_ENDED_MESSAGE }, 403);
  return { storedAnswer: answer && { ...answer.data, page: stored.page, formKey: undefined }, headers };
}
