import { z } from 'zod';
import { requiredLineField } from '~/platform/fields/line';
import { FREEZE_PARTS } from '~/signIns/frozen';

export const freezeSchema = z.object({
  part: z.enum(FREEZE_PARTS, { error: 'Choose what is frozen' }).optional(),
  reason: requiredLineField('Enter a reason; it is shown to the investor', 300),
});

/** Form by which an administrator unfreezes an account. `factor` is set if the second factor was found to be a stranger's. */
export const unfreezeByAdminSchema = freezeSchema.extend({ factor: z.literal('off').optional() });
