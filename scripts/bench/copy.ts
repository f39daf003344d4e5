import type { CopyFigures } from './copy.engine';
import { printTargets, type Target } from './engines';

const TARGETS: Target<CopyFigures>[] = [
  { what: 'copies that follow one leader', unit: '', of: (all) => all.fanOut.copies },
  { what: 'an order that opens, to all of them', unit: 's', of: (all) => all.fanOut.opening },
  { what: 'an order that closes, with postings', unit: 's', of: (all) => all.fanOut.closing },
  {
    what: '  speed of two processes against one',
    unit: 'times',
    sqlite: '>= 1.5',
    of: ({ fanOut }) => fanOut.together && (fanOut.opening + fanOut.closing) / fanOut.together,
  },
  { what: '  longest pause of the event loop', unit: 'ms', sqlite: '< 20', of: (all) => all.fanOut.longestPause },
  { what: '  99 in 100 pauses within', unit: 'ms', of: (all) => all.fanOut.maxPauses },
  {
    what: 'an order to the last of 1,000 copies, pages read meanwhile',
    unit: 's',
    sqlite: '< 2',
    of: (all) => all.busy.seconds,
  },
  { what: '  pages read', unit: '', of: (all) => all.busy.pages },
  { what: '  the slowest of them', unit: 'ms', of: (all) => all.busy.slowest },
  { what: 'floors of all copies with nothing near, a minute', unit: 'ms', sqlite: '< 20', of: (all) => all.floors },
  { what: 'twelve traders and 100 copies catch up two days', unit: 's', sqlite: '< 15', of: (all) => all.catchUp },
];

/** Measures copies that follow their leader's orders against their targets. `COPIES` sets the number per leader. */
export const bench = () => printTargets('./copy.engine.ts', TARGETS);
