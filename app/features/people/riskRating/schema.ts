import { z } from 'zod';
import { requiredLineField } from '~/platform/fields/line';
import { RISK_RATING_VALUES } from './rating';

export const riskRatingSchema = z.object({
  rating: z.enum(RISK_RATING_VALUES, { error: 'Choose a rating' }),
  reason: requiredLineField('Enter a reason; only staff can see it', 300),
});
