import { singleton } from '../../singleton';

type WriteCounter = 'transactions' | 'pieces' | 'conflicts' | 'waited' | 'givenUp';

const writeCounts = () =>
  singleton<Record<WriteCounter, number>>('write-figures', () => ({
    transactions: 0,
    pieces: 0,
    conflicts: 0,
    waited: 0,
    givenUp: 0,
  }));

/** Adds to this process's counters of writes. */
export function countWrite(what: WriteCounter, by = 1): void {
  writeCounts()[what] += by;
}

export const getWriteCounts = (): Readonly<Record<WriteCounter, number>> => writeCounts();

/** Metrics of write transactions. Conflicts are normal if processes share a database, so they raise no alert. */
export const WRITE_METRICS = [
  {
    name: 'database_write_transactions_total',
    help: 'Transactions that wrote and were committed',
    read: async () => writeCounts().transactions,
  },
  {
    name: 'database_write_pieces_total',
    help: 'Units of work in those transactions: one act of a person, or a part of a job',
    read: async () => writeCounts().pieces,
  },
  {
    name: 'database_write_conflicts_total',
    help: 'Transactions that conflicted with others and were run again',
    read: async () => writeCounts().conflicts,
  },
  {
    name: 'database_write_wait_milliseconds_total',
    help: 'Waited before writing, of all pieces together',
    read: async () => writeCounts().waited,
  },
  {
    name: 'database_write_given_up_total',
    help: 'Pieces of work that waited too long for others, and were answered 503 or left to the next run of a job',
    read: async () => writeCounts().givenUp,
  },
];
