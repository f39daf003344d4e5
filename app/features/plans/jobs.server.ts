import { SECOND } from '~/platform/clock';
import type { Job } from '~/platform/jobs/index.server';
import { accrueSome } from './accrueInvestments.server';

/** What plans do by themselves: earn day by day, and mature. */
export const planJobs: Job[] = [{ name: 'plans', everyMs: 5 * SECOND, run: accrueSome }];
