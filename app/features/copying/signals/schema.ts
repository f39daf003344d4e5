import { z } from 'zod';

export const signalKeySchema = z.object({ trader: z.uuid('Choose a trader') });

/** A key that is to work for a trader: its SHA-256, base64url, since the key itself is kept nowhere. */
export const signalKeyGrantSchema = signalKeySchema.extend({ hash: z.string().regex(/^[\w-]{43}$/) });
