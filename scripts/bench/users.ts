import { type Compared, onBothEngines, printCompared } from './engines';

/** The administrator's table of users: how much longer a page takes with 100,000 of them than with 100. */
export async function bench(): Promise<void> {
  printCompared(['100', '100,000'], await onBothEngines<Compared>('./users.engine.ts'));
}
