import { z } from 'zod';
import { describeCharacter, HIDDEN_CHARACTERS, removeHiddenCharacters, toAsciiDigits } from './copiedText';
import { normalizeEmail, parseEmailAddress } from './mailAddress';

export const rejectMatch = (find: (text: string) => string | null | undefined, rule: string) =>
  z.refine<string>((text) => !find(text), {
    error: ({ input }) => `${describeCharacter(find(String(input)) ?? '')} can’t be used here. ${rule}`,
    abort: true,
  });

const NO_CONTROLS_RULE = rejectMatch(
  (text) => text.match(/\p{Cc}/u)?.[0],
  'Remove line breaks and other control characters',
);
const NO_HIDDEN_RULE = rejectMatch(
  (text) => text.match(HIDDEN_CHARACTERS)?.[0],
  'Remove invisible characters and characters that change the text direction',
);

/** Returns an optional line field: trimmed, without control and bidirectional characters. */
export const line = (maxChars: number) =>
  z.string().trim().max(maxChars, `Use at most ${maxChars} characters`).check(NO_CONTROLS_RULE, NO_HIDDEN_RULE);

/** Returns a field for a password. It may contain any characters, since it is never displayed. */
export const secretField = (message: string, maxChars: number, tooLong = `Use at most ${maxChars} characters`) =>
  z.string({ error: message }).trim().min(1, message).max(maxChars, tooLong).check(NO_CONTROLS_RULE);

export const requiredLineField = (message: string, maxChars: number, tooLong = `Use at most ${maxChars} characters`) =>
  secretField(message, maxChars, tooLong).check(NO_HIDDEN_RULE);

/** Returns a required single-line field for codes and addresses; removes invisible characters from copying. */
const copiedCodeField = (message: string, maxChars: number, tooLong: string, clean: (text: string) => string) =>
  z.string({ error: message }).overwrite(clean).trim().min(1, message).max(maxChars, tooLong).check(NO_CONTROLS_RULE);

/** Returns a required field of several lines, with at most one empty line in a row. */
export const multilineField = (message: string, maxChars: number) =>
  z
    .string({ error: message })
    .transform((input) =>
      input
        .replace(/\r\n?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(1, message)
        .max(maxChars, `Use at most ${maxChars} characters`)
        .regex(/^(?:\n|\P{Cc})*$/u, 'Remove control characters')
        .check(NO_HIDDEN_RULE),
    );

export const reasonLine = (message: string) => requiredLineField(message, 300);

/**
 * Returns an optional field for a figure with its unit, as entered: `12.5%`, `1:2.5`, `10k+`. A dot must be between digits and no colon
 * may follow a letter, so that it can be neither an address nor a tag.
 */
export const figureField = () =>
  line(20).regex(
    /^(?!.*(?:\p{L}:|<[\p{L}/]|\/\/))[\p{L}\p{Nd} %,:+$€/<>~-]*(\d\.\d[\p{L}\p{Nd} %,:+$€/<>~-]*)?$/u,
    'Use a figure, as in 12.5% or 1:2',
  );

export const requiredBy = <S extends z.ZodType<string, string>>(field: S, message: string) =>
  requiredLineField(message, 300).pipe(field);

/** Returns a phone number in its stored form: ASCII digits and signs, whatever the keyboard. */
const normalizePhone = (input: string): string =>
  toAsciiDigits(removeHiddenCharacters(input.normalize('NFKC')))
    .replace(/\s/g, ' ')
    .replace(/\p{Pd}|\u2212/gu, '-');

export const phoneField = () =>
  copiedCodeField('Enter your phone number', 40, 'Use at most 40 characters', normalizePhone).check(
    rejectMatch(
      (text) => text.match(/[^+\d ()./-]/u)?.[0],
      'Use digits, spaces, brackets and hyphens, as in +44 20 7946 0000',
    ),
  );

export const currentPasswordField = (message: string) => secretField(message, 1_000, 'This is too long for a password');

export const walletField = () =>
  copiedCodeField(
    'Enter the wallet address to pay to',
    500,
    'This is too long for a wallet address',
    removeHiddenCharacters,
  );

export const codeField = () =>
  z.string({ error: 'Enter the code' }).trim().max(40, 'This is too long for a code').check(NO_CONTROLS_RULE);

/** Returns a field of an email address, converted to its stored spelling but not validated. */
export const unvalidatedEmailField = (message: string) =>
  copiedCodeField(message, 254, 'This is too long for an email address', normalizeEmail);

export const emailLine = (message: string) =>
  unvalidatedEmailField(message).refine((text) => parseEmailAddress(text) !== null, {
    error: ({ input }) => {
      const foreign = /^[^@]*?([^@\p{ASCII}])[^@]*@/u.exec(String(input))?.[1];
      return foreign
        ? `${describeCharacter(foreign)} can’t be used before the @. Use letters from a to z, digits and marks such as . _ + -`
        : 'Enter an email address, as in ann@example.com';
    },
  });
