import { findNetwork, getCoinFacts } from '~/platform/networks/lookups';
import { type Refusal, type Result, refuse } from '~/platform/result';

/** Names of an entry: its code, its names, and words that may follow them. */
export type Names = { code: string; names: readonly string[]; after?: readonly string[] };

export type NameMatch<T> = { one: T } | { several: T[] };

const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Finds catalogue entries by a client's name for them, comparing letters and digits only: an exact match, else a unique prefix, else the
 * name followed by more words (`starter plan`). Returns several entries if the name is ambiguous.
 */
export function matchName<T>(all: readonly T[], sent: string, namesOf: (each: T) => Names): NameMatch<T> {
  const coded = all.find((each) => namesOf(each).code.toLowerCase() === sent.trim().toLowerCase());
  if (coded !== undefined) return { one: coded };
  const requested = foldName(sent);
  if (requested === '') return { several: [] };
  const known = all.map((each) => {
    const { code, names, after = [] } = namesOf(each);
    const own = [code, ...names].map(foldName).filter(Boolean);
    return { each, own, after: [...after.map(foldName), ...own] };
  });
  const exact = known.filter(({ own }) => own.includes(requested));
  const found =
    exact.length > 0
      ? exact
      : known.filter(
          ({ own, after }) =>
            own.some((name) => name.startsWith(requested)) ||
            own.some((name) => requested.startsWith(name) && consistsOfWords(requested.slice(name.length), after)),
        );
  const [one, another] = found;
  return one && !another ? { one: one.each } : { several: found.map(({ each }) => each) };
}

function consistsOfWords(text: string, message: readonly string[]): boolean {
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (!reached.has(at)) continue;
    for (const word of message) if (word && text.startsWith(word, at)) reached.add(at + word.length);
  }
  return reached.has(text.length);
}

/** Returns the matching entry, or null; refuses an ambiguous name with the choices. */
export function pickByName<T>(
  all: readonly T[],
  sent: string,
  namesOf: (each: T) => Names,
  field: string,
): Result<T | null, Refusal> {
  const match = matchName(all, sent, namesOf);
  if ('one' in match) return { ok: true, value: match.one };
  if (match.several.length === 0) return { ok: true, value: null };
  const choices = match.several.map((each) => namesOf(each).names[0] ?? namesOf(each).code);
  return refuse('ambiguous', `"${sent.trim()}" could be ${joinChoices(choices)}. Please send one of these.`, field);
}

/** Formats choices as `a, b or c`. */
const joinChoices = (choices: readonly string[]): string =>
  choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;

export const planNames = ({ id, name }: { id: string; name: string }): Names => ({
  code: id,
  names: [name],
  after: ['plan', 'package', 'investment'],
});

/** Returns the accepted names of a payment method: `USDT TRC20`, `tether TRC20`, `Bitcoin (BTC)`. */
export function namesOfMethod({ code, name, network }: { code: string; name: string; network: string }): Names {
  const [currency = '', ...rest] = code.split('-');
  const names = getCoinFacts(code)?.names ?? [];
  const spoken = names.map((each) => [each, ...rest].join(' '));
  const symbol = [currency, ...rest].join(' ');
  const text = [...names, currency, ...(findNetwork(network)?.aliases ?? [network])];
  return { code, names: [name, symbol, ...spoken], after: [...text, 'network', 'mainnet', 'token', 'coin'] };
}
