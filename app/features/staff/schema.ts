import { z } from 'zod';
import { typedEmail, typedPassword } from '~/platform/fields/line';

/** Trimmed both, the e-mail lower-cased, as the spec has it. */
export const adminSignInSchema = z.object({
  email: typedEmail('Enter your email'),
  password: typedPassword('Enter your password'),
});
