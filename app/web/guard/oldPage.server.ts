import { asTyped, type Refused } from '../form/submission.server';
import { data } from '../responses.server';

/**
 * What is answered to a form that carries the token of an earlier sign-in, or of a cookie that is gone: 403, and
 * nothing is done. A form with something typed into it comes back as it was sent, with the token that it should have
 * had; one of buttons alone leads back to its page. Only for posts that came from a page of ours: `sameSite` has refused
 * the others.
 * @param why what made the page too old, and that nothing was done
 */
export async function answerOldPage(form: FormData, why: string): Promise<Refused> {
  const again = await asTyped(form, { code: 'old-page', message: `${why} Please check it and send it again.` }, 403);
  if (!again) throw data(`${why} Please open the page again.`, { status: 403 });
  // Its key is of the sign-in that is gone: the page has one of its own.
  again.data.formKey = undefined;
  return again;
}
