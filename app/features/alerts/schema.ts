import { z } from 'zod';

/** Which post is sent again. */
export const callIdSchema = z.object({ id: z.uuid('There is no such post.') });
