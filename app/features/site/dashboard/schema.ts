import { z } from 'zod';

const newsIdField = z.uuid('This is not yours');

/** Notifications to mark as read: from one to another, or all up to one. */
export const readNewsSchema = z.object({ upTo: newsIdField, from: newsIdField.optional() });
