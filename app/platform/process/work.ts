import { singleton } from '../singleton';

/**
 * Descriptions of counters: database statements, and milliseconds of the phases of page requests. `handlers` are loaders, actions and
 * calls.
 */
const COUNTER_HELP = {
  database_statements_total: 'Statements run, of requests and jobs',
  page_guard_milliseconds_total: 'Spent on finding out who is signed in',
  page_handlers_milliseconds_total: 'Spent in loaders, actions and calls, guards included',
  page_render_milliseconds_total: 'Spent on rendering pages',
  page_compression_milliseconds_total: 'Spent on compressing pages',
};

type WorkCounter = keyof typeof COUNTER_HELP;
export type Phase = WorkCounter extends infer Name
  ? Name extends `page_${infer P}_milliseconds_total`
    ? P
    : never
  : never;

const counterTotals = singleton<Partial<Record<WorkCounter, number>>>('work', () => ({}));

function addToCounter(name: WorkCounter, by: number): void {
  counterTotals[name] = (counterTotals[name] ?? 0) + by;
}

export const countStatement = (): void => addToCounter('database_statements_total', 1);

export function startPhase(phase: Phase): () => void {
  const started = performance.now();
  return () => addToCounter(`page_${phase}_milliseconds_total`, performance.now() - started);
}

export async function runInPhase<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
  const end = startPhase(phase);
  try {
    return await work();
  } finally {
    end();
  }
}

/** Totals of this process for `/metrics`. A phase divided by the number of answers shows its mean duration. */
export const WORK_METRICS = Object.entries(COUNTER_HELP).map(([name, help]) => ({
  name,
  help,
  read: async () => counterTotals[name as WorkCounter] ?? 0,
}));
