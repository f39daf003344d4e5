import { rounded, runOnBothEngines } from './engines';
import type { LedgerFigures } from './ledger.engine';

/** Target figures of the ledger, by engine. */
const TARGETS: { what: string; unit: string; sqlite: string; postgres: string; of(all: LedgerFigures): number }[] = [
  {
    what: 'single postings, 64 at once',
    unit: 'a second',
    sqlite: '>= 3000',
    postgres: '>= 1000',
    of: (all) => all.together.perSecond,
  },
  { what: '  99 in 100 within', unit: 'ms', sqlite: '', postgres: '', of: (all) => all.together.p99 },
  {
    what: 'arriving at 3000 (PostgreSQL: 1000) a second, done',
    unit: 'a second',
    sqlite: '',
    postgres: '',
    of: (all) => all.paced.perSecond,
  },
  { what: '  half of them within', unit: 'ms', sqlite: '', postgres: '', of: (all) => all.paced.p50 },
  { what: '  99 in 100 within', unit: 'ms', sqlite: '< 5', postgres: '', of: (all) => all.paced.p99 },
  { what: 'one after another', unit: 'a second', sqlite: '', postgres: '', of: (all) => all.alone.perSecond },
  { what: '  99 in 100 within', unit: 'ms', sqlite: '< 5', postgres: '', of: (all) => all.alone.p99 },
  { what: '100,000 accruals, batched', unit: 's', sqlite: '< 5', postgres: '< 5', of: (all) => all.accruals.seconds },
  {
    what: '  longest pause of the event loop',
    unit: 'ms',
    sqlite: '< 20',
    postgres: '< 20',
    of: (all) => all.accruals.longestPause,
  },
];

/** Measures both engines and prints results beside targets. */
export async function bench(): Promise<void> {
  const { sqlite, postgres } = await runOnBothEngines<LedgerFigures>('./ledger.engine.ts');
  console.table(
    TARGETS.map((figure) => ({
      what: figure.what,
      unit: figure.unit,
      SQLite: rounded(figure.of(sqlite)),
      'to reach': figure.sqlite,
      PostgreSQL: rounded(figure.of(postgres)),
      'to reach ': figure.postgres,
    })),
  );
}
