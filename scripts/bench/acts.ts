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

/** What each act that moves money costs the process that serves it, and PostgreSQL's server, as its JSON call, one at a time. */
export async function bench(): Promise<void> {
  const { sqlite, postgres } = await onBothEngines<Record<string, Cost>>('./acts.engine.ts');
  const columns = (engine: string, { processor, server, run, prepared }: Cost) => ({
    [`${engine}, ms`]: rounded(processor),
    ...(server !== null && { 'its server, ms': rounded(server) }),
    [`${engine}, statements`]: run,
    'prepared anew': prepared,
  });
  for (const [engine, measured] of Object.entries({ SQLite: sqlite, PostgreSQL: postgres })) {
    console.table(
      Object.entries(measured).map(([act, cost]) => ({ act, goal: GOALS[act] ?? '', ...columns(engine, cost) })),
    );
  }
  console.table(
    Object.entries(postgres).map(([act, { taken }]) => ({
      'transaction on PostgreSQL': act,
      trips: rounded(taken.trips),
      statements: rounded(taken.statements),
    })),
  );
}
