import { SECOND } from '~/platform/clock';
import type { Job } from '~/platform/jobs/index.server';
import { saveSomeFigures } from './record/internal/saveFigures.server';
import { tradeSome } from './simulated/tradeOn.server';

export const traderJobs: Job[] = [
  { name: 'leaders', everyMs: 2 * SECOND, run: tradeSome },
  { name: 'trader-figures', everyMs: 5 * SECOND, run: saveSomeFigures },
];
