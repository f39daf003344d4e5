import { z } from 'zod';
import { requiredLine } from '~/platform/fields/line';
import { FREEZE_PARTS } from '~/signIns/frozen';

export const freezeSchema = z.object({
  part: z.enum(FREEZE_PARTS, { error: 'Choose what is frozen' }).optional(),
  reason: requiredLine('Say why; the investor reads it', 300),
});

/** Form of an unfreezing by an administrator; `factor` is set if the second factor is not the owner's. */
export const unfreezeByAdminSchema = freezeSchema.extend({ factor: z.literal('off').optional() });
