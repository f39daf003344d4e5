import { z } from 'zod';
import { asciiDigits, characterName, HIDDEN, withoutHidden } from './copiedText';
import { mailAddress, typedAddress } from './mailAddress';

export const without = (find: (text: string) => string | null | undefined, rule: string) =>
  z.refine<string>((text) => !find(text), {
    error: ({ input }) => `${characterName(find(String(input)) ?? '')} can’t be used here. ${rule}`,
    abort: true,
  });

const NO_CONTROLS = without((text) => text.match(/\p{Cc}/u)?.[0], 'Leave out line breaks and other control characters');
const NO_HIDDEN = without(
  (text) => text.match(HIDDEN)?.[0],
  'Leave out marks that turn the direction of text or take no room',
);

/** A line of text that may be left empty: trimmed, without control characters and marks that make it read as another. */
export const line = (most: number) =>
  z.string().trim().max(most, `Use at most ${most} characters`).check(NO_CONTROLS, NO_HIDDEN);

/** A password as typed; it is shown to no one, so it may hold what a line may not. */
export const secretLine = (message: string, most: number, tooLong = `Use at most ${most} characters`) =>
  z.string({ error: message }).trim().min(1, message).max(most, tooLong).check(NO_CONTROLS);

/** A line of text that must be there; `message` when it is not. */
export const requiredLine = (message: string, most: number, tooLong = `Use at most ${most} characters`) =>
  secretLine(message, most, tooLong).check(NO_HIDDEN);

/** A line of text that must be there and is read by machines: what came along when it was copied is left out first. */
const copiedLine = (message: string, most: number, tooLong: string, clean: (text: string) => string) =>
  z.string({ error: message }).overwrite(clean).trim().min(1, message).max(most, tooLong).check(NO_CONTROLS);

/** Text of several lines that must be there; no more than one empty line stands together. */
export const writtenText = (message: string, most: number) =>
  z
    .string({ error: message })
    .transform((typed) =>
      typed
        .replace(/\r\n?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(1, message)
        .max(most, `Use at most ${most} characters`)
        .regex(/^(?:\n|\P{Cc})*$/u, 'Leave out control characters')
        .check(NO_HIDDEN),
    );

/** Required reason for an act of an administrator. */
export const reasonLine = (message: string) => requiredLine(message, 300);

/** A figure as typed, with its unit: `12.5%`, `1:2.5`, `10k+`. One dot, between digits, no colon after a letter, so it is no address either, and no tag; it may be left empty. */
export const figureLine = () =>
  line(20).regex(
    /^(?!.*(?:\p{L}:|<[\p{L}/]|\/\/))[\p{L}\p{Nd} %,:+$€/<>~-]*(\d\.\d[\p{L}\p{Nd} %,:+$€/<>~-]*)?$/u,
    'Use a figure, as in 12.5% or 1:2',
  );

export const there = <S extends z.ZodType<string, string>>(field: S, message: string) =>
  requiredLine(message, 300).pipe(field);

/** A phone number as it is stored: with ASCII digits and signs, whatever keyboard or contact it came from. */
const plainPhone = (typed: string): string =>
  asciiDigits(withoutHidden(typed.normalize('NFKC')))
    .replace(/\s/g, ' ')
    .replace(/\p{Pd}|\u2212/gu, '-');

export const phoneLine = () =>
  copiedLine('Enter your phone number', 40, 'Use at most 40 characters', plainPhone).check(
    without(
      (text) => text.match(/[^+\d ()./-]/u)?.[0],
      'Use digits, spaces, brackets and hyphens, as in +44 20 7946 0000',
    ),
  );

/** A password as typed, to be compared with the one that is known; whether it would do as a new one is not judged. */
export const typedPassword = (message: string) => secretLine(message, 1_000, 'That is longer than a password may be');

/** The address of a wallet, or a payment link with one, as typed; the network decides whether it is one of its own. */
export const walletLine = () =>
  copiedLine(
    'Enter the wallet address that the money goes to',
    500,
    'That is longer than a wallet address is',
    withoutHidden,
  );

export const codeLine = () =>
  z.string({ error: 'Enter the code' }).trim().max(40, 'That is longer than a code is').check(NO_CONTROLS);

/** An email address as typed, in the spelling in which it would be stored; its form is not judged. */
export const typedEmail = (message: string) =>
  copiedLine(message, 254, 'That is longer than an email address is', typedAddress);

export const emailLine = (message: string) =>
  typedEmail(message).refine((typed) => mailAddress(typed) !== null, {
    error: ({ input }) => {
      const foreign = /^[^@]*?([^@\p{ASCII}])[^@]*@/u.exec(String(input))?.[1];
      return foreign
        ? `${characterName(foreign)} can’t be used before the @. Use letters from a to z, digits and marks such as . _ + -`
        : 'Enter an email address, as in ann@example.com';
    },
  });
