import { rounded, runOnBothEngines } from './engines';

/** Measures the administrator's search over 100,000 users and a million transfers. */
export async function bench(): Promise<void> {
  const measured = await runOnBothEngines<Record<string, number>>('./search.engine.ts');
  console.table(
    Object.keys(measured.sqlite).map((what) => ({
      'milliseconds a search': what,
      SQLite: rounded(measured.sqlite[what] ?? 0),
      PostgreSQL: rounded(measured.postgres[what] ?? 0),
    })),
  );
}
