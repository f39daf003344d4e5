import { z } from 'zod';
import { requiredLine } from '~/platform/fields/line';
import { RATINGS } from './rating';

export const rateSchema = z.object({
  rating: z.enum(RATINGS, { error: 'Choose a rating' }),
  reason: requiredLine('Say why; the staff reads it, the investor never does', 300),
});
