import { z } from 'zod';
export const mailIdSchema = z.object({ id: z.uuid('There is no such mail.') });
