import { z } from 'zod';

/** The newest notification that was on the page when its reader put them away. */
export const readNewsSchema = z.object({ upTo: z.uuid('This is not one of yours') });
