import { z } from 'zod';
import { SUPPORT_KINDS } from '#drizzle/schema';
import { line, multilineField, requiredLineField } from '~/platform/fields/line';
import { uploadedFileField } from '~/platform/fields/uploadedFile';
import { MAX_MESSAGE_LENGTH, MAX_THREAD_SUBJECT_LENGTH } from './limits';

const messageField = multilineField('Write your message', MAX_MESSAGE_LENGTH);
const attachmentField = uploadedFileField('Choose a picture').optional();

export const openSchema = z.object({
  kind: z.enum(SUPPORT_KINDS, 'Choose a topic'),
  subject: requiredLineField('Enter a subject in a few words', MAX_THREAD_SUBJECT_LENGTH),
  message: messageField,
  attachment: attachmentField,
  page: line(200).optional(),
});

export const writeSchema = z.object({
  id: z.uuid('This is not yours'),
  message: messageField,
  attachment: attachmentField,
});
