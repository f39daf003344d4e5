import { SECOND } from '~/platform/clock';
import type { Job } from '~/platform/jobs/index.server';
import { saveNextFigures } from './record/internal/saveFigures.server';
import { advanceNextSimulatedTrader } from './simulated/tradeOn.server';

export const traderJobs: Job[] = [
  { name: 'leaders', everyMs: 2 * SECOND, run: advanceNextSimulatedTrader },
  { name: 'trader-figures', everyMs: 5 * SECOND, run: saveNextFigures },
];
