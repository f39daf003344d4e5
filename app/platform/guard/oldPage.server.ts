import { data } from '@remix-run/node';
import { z } from 'zod';
import { type Refused, submission } from '../form/submission.server';

const anything = z.looseObject({});

/**
 * What is answered to a form that carries the token of an earlier sign-in, or of a cookie that is gone: 403, and
 * nothing is done. A form with something typed into it (it says which, in `_form`) comes back as it was sent, with the
 * token that it should have had; one of buttons alone leads back to its page. Only for posts that came from a page of
 * ours: `sameSite` has refused the others.
 * @param why what made the page too old, and that nothing was done
 */
export async function answerOldPage(form: FormData, why: string): Promise<Refused> {
  if (!form.has('_form')) throw data(`${why} Please open the page again.`, { status: 403 });
  // A browser sends no file that it did not choose itself, so none can go back.
  for (const [name, value] of [...form]) if (value instanceof File) form.delete(name);
  const sent = await submission(form, anything);
  if (!sent.ok) return sent.refused;
  return sent.refuse({ code: 'old-page', message: `${why} Please check it and send it again.` }, 403);
}
