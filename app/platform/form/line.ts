import { z } from 'zod';
import { mailAddress } from '../mail/address';

const NO_CONTROLS = /^\P{Cc}*$/u;
const CONTROLS = 'Leave out line breaks and other control characters';

/** A line of text that may be left empty: trimmed, and without the control characters that no keyboard types. */
export const line = (most: number, tooLong = `Use at most ${most} characters`) =>
  z.string().trim().max(most, tooLong).regex(NO_CONTROLS, CONTROLS);

/**
 * A line of text that must be there.
 * @param message when it is not
 */
export const requiredLine = (message: string, most: number, tooLong = `Use at most ${most} characters`) =>
  z.string({ error: message }).trim().min(1, message).max(most, tooLong).regex(NO_CONTROLS, CONTROLS);

/** A password as typed, to be compared with the one that is known; whether it would do as a new one is not judged. */
export const typedPassword = (message: string) => requiredLine(message, 1_000, 'That is longer than a password may be');

/** An email address as typed, trimmed and lower-cased; its form is not judged. */
export const typedEmail = (message: string) =>
  requiredLine(message, 254, 'That is longer than an email address is').toLowerCase();

/** One address that mail can be sent to, and nothing that could become a second one or a header. */
export const emailLine = (message: string) =>
  typedEmail(message).refine((typed) => mailAddress(typed) !== null, 'Enter an email address, as in ann@example.com');
