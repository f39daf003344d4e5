import { singleton } from '../../singleton';

type Counted = 'transactions' | 'pieces' | 'conflicts' | 'waited' | 'givenUp';

const counts = () =>
  singleton<Record<Counted, number>>('write-figures', () => ({
    transactions: 0,
    pieces: 0,
    conflicts: 0,
    waited: 0,
    givenUp: 0,
  }));

/** Adds to this process's counters of writes. */
export function countWrite(what: Counted, by = 1): void {
  counts()[what] += by;
}

export const writesCounted = (): Readonly<Record<Counted, number>> => counts();

/** Metrics of write transactions. Conflicts are normal if processes share a database, so they raise no alert. */
export const WRITE_FIGURES = [
  {
    name: 'database_write_transactions_total',
    help: 'Transactions that wrote and were committed',
    read: async () => counts().transactions,
  },
  {
    name: 'database_write_pieces_total',
    help: 'Units of work in those transactions: one act of a person, or a part of a job',
    read: async () => counts().pieces,
  },
  {
    name: 'database_write_conflicts_total',
    help: 'Transactions that conflicted with others and were run again',
    read: async () => counts().conflicts,
  },
  {
    name: 'database_write_wait_milliseconds_total',
    help: 'Waited before writing, of all pieces together',
    read: async () => counts().waited,
  },
  {
    name: 'database_write_given_up_total',
    help: 'Pieces of work that waited too long for others, and were answered 503 or left to the next run of a job',
    read: async () => counts().givenUp,
  },
];
