import { z } from 'zod';

export const signalKeySchema = z.object({ trader: z.uuid('Choose a trader') });
