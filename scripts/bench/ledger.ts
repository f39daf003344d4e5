import { printTargets, type Target } from './engines';
import type { LedgerFigures } from './ledger.engine';

const TARGETS: Target<LedgerFigures>[] = [
  {
    what: 'single postings, 64 at once',
    unit: 'a second',
    sqlite: '>= 3000',
    postgres: '>= 1000',
    of: (all) => all.together.perSecond,
  },
  { what: '  99 in 100 within', unit: 'ms', of: (all) => all.together.p99 },
  { what: 'arriving at 3000 (PostgreSQL: 1000) a second', unit: 'a second', of: (all) => all.paced.perSecond },
  { what: '  half of them within', unit: 'ms', of: (all) => all.paced.p50 },
  { what: '  99 in 100 within', unit: 'ms', sqlite: '< 5', postgres: '', of: (all) => all.paced.p99 },
  { what: 'one after another', unit: 'a second', of: (all) => all.alone.perSecond },
  { what: '  99 in 100 within', unit: 'ms', sqlite: '< 5', postgres: '', of: (all) => all.alone.p99 },
  { what: '100,000 accruals, batched', unit: 's', sqlite: '< 5', of: (all) => all.accruals.seconds },
  { what: '  longest pause of the event loop', unit: 'ms', sqlite: '< 20', of: (all) => all.accruals.longestPause },
];

/** Measures the ledger on both engines. */
export const bench = () => printTargets('./ledger.engine.ts', TARGETS);
