import { HOUR } from '~/platform/clock';
import type { Job } from '~/platform/jobs/index.server';
import { checkBooksDaily } from './checkBooks.server';

export const adminJobs: Job[] = [{ name: 'books', everyMs: HOUR, run: checkBooksDaily }];
