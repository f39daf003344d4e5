import { z } from 'zod';
import { RANKS } from './rules';

export const claimSchema = z.object({
  rank: z.enum(
    RANKS.map(({ id }) => id),
    { error: 'Choose a rank' },
  ),
});
