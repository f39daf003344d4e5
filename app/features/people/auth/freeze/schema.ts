import { z } from 'zod';
import { requiredLine } from '~/platform/fields/line';
import { FREEZE_PARTS } from '~/signIns/frozen';

export const freezeSchema = z.object({
  part: z.enum(FREEZE_PARTS, { error: 'Choose what is frozen' }).optional(),
  reason: requiredLine('Say why; the investor reads it', 300),
});

/** An administrator unfreezes; `factor` is sent where they have found the second factor to be none of the owner's. */
export const unfreezeByAdminSchema = freezeSchema.extend({ factor: z.literal('off').optional() });
