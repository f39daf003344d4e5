import { z } from 'zod';

/** A month as addresses and forms have it. */
export const monthField = z.string('Choose a month').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month');

export const closeMonthSchema = z.object({ month: monthField });
