import { z } from 'zod';
import { codeField, currentPasswordField } from '~/platform/fields/line';
import { RIGHT_NAMES, type Right } from '~/signIns/rights';
import { checkboxField, keyTermFields } from './schema';

/** Form of an administrator's new key, in its own file so that pages of investors load no rights. */
export const staffKeySchema = z.object({
  ...keyTermFields,
  ...(Object.fromEntries(RIGHT_NAMES.map((right) => [right, checkboxField])) as Record<Right, typeof checkboxField>),
  currentPassword: currentPasswordField('Enter your password'),
  otp: codeField().optional(),
});
