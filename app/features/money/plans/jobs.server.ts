import { SECOND } from '~/platform/clock';
import type { Job } from '~/platform/jobs/index.server';
import { accrueBatch } from './accrueInvestments.server';

export const planJobs: Job[] = [{ name: 'plans', everyMs: 5 * SECOND, run: accrueBatch }];
