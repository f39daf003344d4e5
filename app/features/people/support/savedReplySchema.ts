import { z } from 'zod';
import { multilineField, requiredLineField } from '~/platform/fields/line';
import { MAX_MESSAGE_LENGTH } from './limits';

export const savedReplySchema = z.object({
  id: z.uuid('There is no such saved reply.').optional(),
  name: requiredLineField('Enter a name', 60),
  text: multilineField('Write the reply', MAX_MESSAGE_LENGTH),
});

export const savedReplyIdSchema = z.object({ id: z.uuid('There is no such saved reply.') });
