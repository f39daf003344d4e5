import { z } from 'zod';
import { requiredLine, writtenText } from '~/platform/fields/line';
import { MAX_MESSAGE_LENGTH } from './limits';

export const savedReplySchema = z.object({
  id: z.uuid('There is no such saved reply.').optional(),
  name: requiredLine('Enter a name', 60),
  text: writtenText('Write the reply', MAX_MESSAGE_LENGTH),
});

export const savedReplyIdSchema = z.object({ id: z.uuid('There is no such saved reply.') });
