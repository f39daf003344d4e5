import { z } from 'zod';
import { requiredLine } from '~/platform/fields/line';
import { RISK_RATING_VALUES } from './rating';

export const riskRatingSchema = z.object({
  rating: z.enum(RISK_RATING_VALUES, { error: 'Choose a rating' }),
  reason: requiredLine('Say why; the staff reads it, the investor never does', 300),
});
