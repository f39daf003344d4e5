import { z } from 'zod';

const newsId = z.uuid('This is not one of yours');

/** Notifications to mark as read: from one to another, or all up to one. */
export const readNewsSchema = z.object({ upTo: newsId, from: newsId.optional() });
