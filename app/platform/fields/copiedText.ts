/* Invisible characters and foreign digits in copied text, which numbers, codes and addresses are parsed without. */

/**
 * Characters that break lines, change the direction of text or are invisible, and so could mislead a reader. Joiners of letters are not
 * included.
 */
export const HIDDEN_CHARACTERS =
  /[\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

const JOINER_PATTERN = /[\p{Join_Control}\p{Variation_Selector}]/gu;

export const removeHiddenCharacters = (text: string): string =>
  text.replace(HIDDEN_CHARACTERS, '').replace(JOINER_PATTERN, '');

/** Converts digits of any script (`١٢`, `１２`) to ASCII digits. In Unicode the ten digits of a script are consecutive. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
    return String((code - first) % 10);
  });

export function describeCharacter(character: string): string {
  const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (/^[\p{M}\p{Zs}]$/u.test(character)) return `The mark ${number}`;
  return /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u.test(character)
    ? `The hidden mark ${number}`
    : `“${character}”`;
}
