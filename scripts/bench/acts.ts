import type { Cost } from './acts.engine';
import { onBothEngines, rounded } from './engines';

/** Milliseconds of processor time that an act should take, on SQLite. */
const GOALS: Record<string, number> = {
  'deposit credited': 8,
  'withdrawal asked': 5,
  'plan opened': 6,
  'copy started': 10,
  'own order': 6,
  getData: 10,
};

/** What each act that moves money costs the process that serves it, as its JSON call, one at a time. */
export async function bench(): Promise<void> {
  const { sqlite, postgres } = await onBothEngines<Record<string, Cost>>('./acts.engine.ts');
  const columns = (engine: string, { processor, run, prepared } = { processor: 0, run: 0, prepared: 0 }) => ({
    [`${engine}, ms`]: rounded(processor),
    [`${engine}, statements`]: run,
    'prepared anew': prepared,
  });
  for (const [engine, measured] of Object.entries({ SQLite: sqlite, PostgreSQL: postgres })) {
    console.table(
      Object.entries(measured).map(([act, cost]) => ({ act, goal: GOALS[act] ?? '', ...columns(engine, cost) })),
    );
  }
}
