import type { Cost } from './acts.engine';
import { rounded, runOnBothEngines } from './engines';

/** Target processor time of an act on each engine, milliseconds. */
const GOALS_MS: Record<string, Record<string, number>> = {
  SQLite: { 'deposit credited': 4, getData: 5 },
  PostgreSQL: { 'deposit credited': 5, 'withdrawal asked': 4, 'plan opened': 4, 'copy started': 4, 'own order': 2.5 },
};

/** Measures the cost of each act that moves money, in the serving process and in PostgreSQL, by JSON calls one at a time. */
export async function bench(): Promise<void> {
  const { sqlite, postgres } = await runOnBothEngines<Record<string, Cost>>('./acts.engine.ts');
  const columns = (engine: string, { processor, server, run, prepared }: Cost) => ({
    [`${engine}, ms`]: rounded(processor),
    ...(server !== null && { 'its server, ms': rounded(server) }),
    [`${engine}, statements`]: run,
    'prepared anew': prepared,
  });
  for (const [engine, measured] of Object.entries({ SQLite: sqlite, PostgreSQL: postgres })) {
    console.table(
      Object.entries(measured).map(([act, cost]) => ({
        act,
        goal: GOALS_MS[engine]?.[act] ?? '',
        ...columns(engine, cost),
      })),
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
