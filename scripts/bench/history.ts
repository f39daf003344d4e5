import { type Compared, onBothEngines, printCompared } from './engines';

/** What a long history costs: the reads of a page for a user with 10,000 lines, and for one with 100. */
export async function bench(): Promise<void> {
  printCompared(['100', '10,000'], await onBothEngines<Compared>('./history.engine.ts'));
}
