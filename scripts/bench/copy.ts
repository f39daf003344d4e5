import type { CopyFigures } from './copy.engine';
import { rounded, runOnBothEngines } from './engines';

const TARGETS: { what: string; unit: string; goal: string; of(all: CopyFigures): number }[] = [
  { what: 'copies that follow one leader', unit: '', goal: '', of: (all) => all.fanOut.copies },
  { what: 'an order that opens, to all of them', unit: 's', goal: '', of: (all) => all.fanOut.opening },
  { what: 'an order that closes, with postings', unit: 's', goal: '', of: (all) => all.fanOut.closing },
  { what: '  the same rows as raw batched inserts', unit: 's', goal: '', of: (all) => all.fanOut.raw },
  {
    what: '  speed of both against raw',
    unit: 'of it',
    goal: '>= 0.5',
    of: ({ fanOut }) => fanOut.raw / (fanOut.opening + fanOut.closing),
  },
  {
    what: '  speed of two processes against one',
    unit: 'times',
    goal: '>= 1.5',
    of: ({ fanOut }) => fanOut.together && (fanOut.opening + fanOut.closing) / fanOut.together,
  },
  { what: '  longest pause of the event loop', unit: 'ms', goal: '< 20', of: (all) => all.fanOut.longestPause },
  { what: '  99 in 100 pauses within', unit: 'ms', goal: '', of: (all) => all.fanOut.maxPauses },
  {
    what: 'an order to the last of 1,000 copies, pages read meanwhile',
    unit: 's',
    goal: '< 2',
    of: (all) => all.busy.seconds,
  },
  { what: '  pages read', unit: '', goal: '', of: (all) => all.busy.pages },
  { what: '  the slowest of them', unit: 'ms', goal: '', of: (all) => all.busy.slowest },
  { what: 'floors of all copies with nothing near, a minute', unit: 'ms', goal: '< 20', of: (all) => all.floors },
  { what: 'twelve traders and 100 copies catch up two days', unit: 's', goal: '< 15', of: (all) => all.catchUp },
];

/** Measures copies that follow their leader's orders against their targets. `COPIES` sets the number per leader. */
export async function bench(): Promise<void> {
  const { sqlite, postgres } = await runOnBothEngines<CopyFigures>('./copy.engine.ts');
  console.table(
    TARGETS.map(({ what, unit, goal, of }) => ({
      what,
      unit,
      'to reach': goal,
      SQLite: rounded(of(sqlite)),
      PostgreSQL: rounded(of(postgres)),
    })),
  );
}
