import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Database use of writing transactions: trips (something is sent while no answer is awaited) and statements in them. */
export type Trips = { trips: number; statements: number };

/** Counts those of the transactions that start from now on. */
export function watchTrips(): { taken: Trips; stop(): void } {
  const taken: Trips = { trips: 0, statements: 0 };
  const prototype = pg.Client.prototype as unknown as { query: (...input: unknown[]) => unknown };
  const { query } = prototype;
  /** Statements of each connection in a transaction that have no answer yet. */
  const unanswered = new WeakMap<object, number>();
  prototype.query = function (this: object, ...input: unknown[]) {
    const [request] = input;
    const text = String((request as { text?: string })?.text ?? request);
    const answered = query.apply(this, input) as Promise<unknown> | undefined;
    if (/^BEGIN ISOLATION/.test(text)) unanswered.set(this, 0);
    const before = unanswered.get(this);
    if (before === undefined) return answered;
    if (before === 0) taken.trips += 1;
    taken.statements += 1;
    unanswered.set(this, before + 1);
    const answer = () => {
      if (/^(COMMIT|ROLLBACK)$/.test(text)) unanswered.delete(this);
      else unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
    };
    answered?.then(answer, answer);
    return answered;
  };
  return {
    taken,
    stop: () => {
      prototype.query = query;
    },
  };
}

/** Returns the processor milliseconds of a PostgreSQL server on this machine; null where unknown. */
export async function serverProcessor(url: string): Promise<number | null> {
  if (!url.startsWith('postgres')) return null;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('show data_directory');
  await client.end();
  try {
    const [head] = readFileSync(join(rows[0].data_directory, 'postmaster.pid'), 'utf8').split('\n');
    let ticks = 0;
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const fields = fieldsOf(name);
      // The counters of the first process include the time of its children that have ended.
      if (name === head) ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      else if (fields[1] === head) ticks += Number(fields[11]) + Number(fields[12]);
    }
    // Counted in hundredths of a second.
    return ticks * 10;
  } catch {
    return null;
  }
}

/** Returns the fields of `/proc/PID/stat` from the state on. */
function fieldsOf(pid: string): string[] {
  try {
    return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
  } catch {
    // The session has just ended.
    return [];
  }
}
