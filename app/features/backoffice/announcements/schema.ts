import { z } from 'zod';
import { line, requiredLineField } from '~/platform/fields/line';
import { parseUtcTime } from '~/platform/fields/utcTime';

export const AUDIENCES = { all: 'All visitors', investors: 'Signed-in investors', staff: 'Administrators' } as const;

export type Audience = keyof typeof AUDIENCES;

const MAX_CHARACTERS = 300;

const start = z
  .string()
  .trim()
  .default('')
  .refine((text) => text === '' || parseUtcTime(text) !== null, 'Enter a date and a time, as in 2026-03-02T14:30')
  .transform((text) => (text === '' ? null : parseUtcTime(text)));

const end = z
  .string({ error: 'Enter when it ends' })
  .trim()
  .min(1, 'Enter when it ends')
  .refine((text) => parseUtcTime(text) !== null, 'Enter a date and a time, as in 2026-03-02T14:30')
  .transform((text) => parseUtcTime(text) as Date);

export const newsSchema = z.object({
  text: requiredLineField('Enter the text', MAX_CHARACTERS),
  audience: z.enum(Object.keys(AUDIENCES) as [Audience, ...Audience[]], 'Choose who sees it'),
  start,
  end,
  dismissable: z.preprocess((ticked) => ticked === 'on', z.boolean()),
});

export const maintenanceSchema = z.object({ text: line(MAX_CHARACTERS).default(''), start, end });

export const announcementIdSchema = z.object({ id: z.uuid('There is no such announcement.') });
