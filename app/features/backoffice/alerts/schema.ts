import { z } from 'zod';

export const callIdSchema = z.object({ id: z.uuid('There is no such post.') });
