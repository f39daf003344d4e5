import { z } from 'zod';
import { codeLine, submittedPassword } from '~/platform/fields/line';
import { RIGHT_NAMES, type Right } from '~/signIns/rights';
import { keyTerms, ticked } from './schema';

/** Form of an administrator's new key, in its own file so that pages of investors load no rights. */
export const staffKeySchema = z.object({
  ...keyTerms,
  ...(Object.fromEntries(RIGHT_NAMES.map((right) => [right, ticked])) as Record<Right, typeof ticked>),
  currentPassword: submittedPassword('Enter your password'),
  otp: codeLine().optional(),
});
