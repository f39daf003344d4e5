import { z } from 'zod';
import { mailAddress } from './mailAddress';
import { isPlainName, isPlainPlace, isPlainStreet, LONGEST_NAME } from './plainName';

const NO_CONTROLS = /^\P{Cc}*$/u;
const CONTROLS = 'Leave out line breaks and other control characters';

/** Marks that break a line, turn the direction of what follows, or take no room, so that a text reads as another. */
const NO_HIDDEN = /^[^\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]*$/u;
const HIDDEN = 'Leave out marks that turn the direction of text or take no room';

/** A line of text that may be left empty: trimmed, without control characters and marks that make it read as another. */
export const line = (most: number) =>
  z.string().trim().max(most, `Use at most ${most} characters`).regex(NO_CONTROLS, CONTROLS).regex(NO_HIDDEN, HIDDEN);

/** A password as typed; it is shown to no one, so it may hold what a line may not. */
export const secretLine = (message: string, most: number, tooLong = `Use at most ${most} characters`) =>
  z.string({ error: message }).trim().min(1, message).max(most, tooLong).regex(NO_CONTROLS, CONTROLS);

/**
 * A line of text that must be there.
 * @param message when it is not
 */
export const requiredLine = (message: string, most: number, tooLong = `Use at most ${most} characters`) =>
  secretLine(message, most, tooLong).regex(NO_HIDDEN, HIDDEN);

/**
 * Text of several lines that must be there, with line breaks as `\n`; no more than one empty line stands together.
 * @param message when it is not there
 */
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
        .regex(NO_HIDDEN, HIDDEN),
    );

/**
 * Why an administrator does something; it has to be given.
 * @param message when it is not, saying who reads it
 */
export const reasonLine = (message: string) => requiredLine(message, 300);

const unless = (isPlain: (text: string) => boolean) => (text: string) => text === '' || isPlain(text);

const NOT_A_NAME = 'Use letters, spaces, apostrophes and hyphens, and a dot only before a space';
const NOT_A_STREET = 'Use letters, digits, spaces and commas, and a dot only before a space';

/**
 * The name of a person, by the one rule for names (`isPlainName`).
 * @param message when it is not there
 */
export const personName = (message: string) =>
  requiredLine(message, LONGEST_NAME).refine(unless(isPlainName), NOT_A_NAME);

/** The name of a country, a state or a nationality, which may be left empty. */
export const placeName = () => line(LONGEST_NAME).refine(unless(isPlainPlace), NOT_A_NAME);

/** A street, or a postal code of at most `most` characters; it may be left empty. */
export const streetLine = (most: number) => line(most).refine(unless(isPlainStreet), NOT_A_STREET);

/**
 * What an administrator calls a thing that people read of in mails, a plan or a method: letters, digits and what a street may hold,
 * so it is no address that a mail program makes a link of.
 */
export const titleLine = () => requiredLine('Enter a name', 40).refine(unless(isPlainStreet), NOT_A_STREET);

/** A figure as typed, with its unit: `12.5%`, `1:2.5`, `10k+`. One dot, between digits, no colon after a letter, so it is no address either, and no tag; it may be left empty. */
export const figureLine = () =>
  line(20).regex(
    /^(?!.*(?:\p{L}:|<[\p{L}/]|\/\/))[\p{L}\p{Nd} %,:+$€/<>~-]*(\d\.\d[\p{L}\p{Nd} %,:+$€/<>~-]*)?$/u,
    'Use a figure, as in 12.5% or 1:2',
  );

/** Refuses an empty one. */
export const there = <S extends z.ZodType<string, string>>(field: S, message: string) =>
  requiredLine(message, 300).pipe(field);

/** A phone number: digits and what is written between them. */
export const phoneLine = () =>
  requiredLine('Enter your phone number', 40).regex(
    /^[+\d ()./-]*$/,
    'Use digits, spaces, brackets and hyphens, as in +44 20 7946 0000',
  );

/** A password as typed, to be compared with the one that is known; whether it would do as a new one is not judged. */
export const typedPassword = (message: string) => secretLine(message, 1_000, 'That is longer than a password may be');

/** An email address as typed, trimmed and lower-cased; its form is not judged. */
export const typedEmail = (message: string) =>
  requiredLine(message, 254, 'That is longer than an email address is').toLowerCase();

/** One address that mail can be sent to, and nothing that could become a second one or a header. */
export const emailLine = (message: string) =>
  typedEmail(message).refine((typed) => mailAddress(typed) !== null, 'Enter an email address, as in ann@example.com');
