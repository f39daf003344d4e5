import { data } from '../responses.server';

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
