import { z } from 'zod';

export const readNewsSchema = z.object({ upTo: z.uuid('This is not one of yours') });
