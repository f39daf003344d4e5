import { type Compared, onBothEngines, printCompared } from './engines';

/** The list of traders: how long a page with its figures takes with 24 of them and with 1,000. */
export async function bench(): Promise<void> {
  printCompared(['24', '1,000'], await onBothEngines<Compared>('./traders.engine.ts'));
}
