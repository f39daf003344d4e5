import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';

/**
 * What transactions did between having their turn to write and their end: milliseconds by the clock, milliseconds of this process's
 * processor time, and statements but for those that begin and end parts.
 */
export type Turns = { held: number; processor: number; statements: number };

const OWN = /^\s*(savepoint|release|rollback to)\b/i;

/** Looks at the transactions that are begun from now on, one at a time. */
export function watchTurns(): { turns: Turns; stop(): void } {
  const turns: Turns = { held: 0, processor: 0, statements: 0 };
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  let began: { at: number; spent: NodeJS.CpuUsage } | null = null;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [asked] = given;
    const text = String((asked as { text?: string })?.text ?? asked);
    const answered = query.apply(this, given) as Promise<unknown> | undefined;
    if (/^LOCK TABLE/.test(text)) {
      answered?.then(
        () => {
          began = { at: performance.now(), spent: process.cpuUsage() };
        },
        () => {},
      );
    } else if (/^(COMMIT|ROLLBACK)$/.test(text)) {
      const ended = () => {
        if (!began) return;
        const { user, system } = process.cpuUsage(began.spent);
        turns.held += performance.now() - began.at;
        turns.processor += (user + system) / 1000;
        began = null;
      };
      answered?.then(ended, ended);
    } else if (began && !OWN.test(text)) turns.statements += 1;
    return answered;
  };
  return {
    turns,
    stop: () => {
      prototype.query = query;
    },
  };
}

/**
 * Milliseconds of processor time that the processes of a PostgreSQL server on this machine have taken since it started; null where it is
 * another engine, or the system does not say.
 * @param url one of its databases
 */
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
      // Of those that have ended the first process knows.
      if (name === head) ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      else if (fields[1] === head) ticks += Number(fields[11]) + Number(fields[12]);
    }
    // Counted in hundredths of a second.
    return ticks * 10;
  } catch {
    return null;
  }
}

/** What the system says of a process, from its state on. */
function fieldsOf(pid: string): string[] {
  try {
    return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
  } catch {
    // It has just ended.
    return [];
  }
}
