import { z } from 'zod';

export const signalKeySchema = z.object({ trader: z.uuid('Choose a trader') });

/** Grant of a key to a trader. Stores its SHA-256 in base64url, since the key itself is not stored. */
export const signalKeyGrantSchema = signalKeySchema.extend({ hash: z.string().regex(/^[\w-]{43}$/) });
