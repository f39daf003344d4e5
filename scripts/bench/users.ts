import { onBothEngines, rounded } from './engines';
import type { Measured } from './users.engine';

/** The administrator's table of users: how much longer a page takes with 100,000 of them than with 100. */
export async function bench(): Promise<void> {
  const { sqlite, postgres } = await onBothEngines<Measured>('./users.engine.ts');
  console.table(
    Object.keys(sqlite).map((what) => ({
      'milliseconds a page': what,
      ...columns('SQLite', sqlite[what]),
      ...columns('PostgreSQL', postgres[what]),
    })),
  );
}

const columns = (engine: string, { few, many } = { few: 0, many: 0 }) => ({
  [`${engine}, 100`]: rounded(few),
  [`${engine}, 100,000`]: rounded(many),
  [`${engine}, ratio`]: rounded(many / few),
});
