import { z } from 'zod';

export const monthField = z.string('Choose a month').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month');

export const closeMonthSchema = z.object({ month: monthField });
