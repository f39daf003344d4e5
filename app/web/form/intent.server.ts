import { data } from '../responses.server';

/**
 * What a form of a page with several buttons asks for, by its field `_intent` (hidden, or the button's own). One that
 * the page does not have is 400, and nothing is done; so is none at all, and any on a page that has none.
 * @param intents all that the page has; empty where its form does one thing
 */
export function intentOf<I extends string>(form: FormData, intents: readonly I[]): I {
  const given = form.get('_intent');
  const known = intents.find((intent) => intent === given);
  if (known !== undefined) return known;
  // Typed `never` where there are no intents: no handler can read it.
  if (given === null && intents.length === 0) return undefined as unknown as I;
  throw data('This page can’t do that, so nothing was done. Please open it again and press one of its buttons.', {
    status: 400,
  });
}
