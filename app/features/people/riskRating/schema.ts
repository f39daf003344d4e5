import { z } from 'zod';
import { requiredLine } from '~/platform/fields/line';
import { RISK_RATING_VALUES } from './rating';

export const riskRatingSchema = z.object({
  rating: z.enum(RISK_RATING_VALUES, { error: 'Choose a rating' }),
  reason: requiredLine('Enter a reason; only staff can see it', 300),
});
