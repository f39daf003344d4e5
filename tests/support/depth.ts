/** Thoroughness of a run: short (`npm test`), long (`--all`), and `npm run test:fault`, which takes an hour. */
const DEPTHS = ['short', 'all', 'full'];
const depth = Math.max(0, DEPTHS.indexOf(process.env.TEST_DEPTH ?? ''));

/** Sizes of what has several forms: in a short run, with `--all`, and in `npm run test:fault`. */
export const SIZES = {
  /** Kills of a working process. */
  KILLS: [3, 20, 200],
  /** Main jobs, from sign-up to withdrawal, on a line that loses a third of what it carries. */
  JOBS: [1, 10, 1_000],
  /** Times that the database is without room, for each number of free pages. */
  FULL_DISKS: [1, 3, 40],
  /** Kills of a process that migrates, restores or shares its database. */
  MIDWAY: [1, 2, 40],
  /** Random sequences of operations against a model of the ledger. */
  SEQUENCES: [60, 300, 10_000],
  /** Random histories in which all sources of balances are compared. */
  LIVES: [7, 25, 10_000],
  /** Random walks of a price on which strategies that see it early may earn no more than by chance. */
  WALKS: [60, 250, 10_000],
  /** Idempotency keys, each posted 50 times at once. */
  KEYS: [4, 10, 1_000],
  /** Connections that send one byte at a time. */
  SLOW: [100, 100, 5_000],
  /** Seconds that the server waits for such a connection. */
  PATIENCE: [0.3, 0.3, 5],
  /** Addresses that each send a post that never ends. */
  SENDERS: [40, 40, 200],
  /** Pages of others that are opened during a flood. */
  PAGES: [10, 10, 100],
  /** Requests per second to several processes, one of which dies or restarts. */
  PACE: [20, 200, 200],
  /** Number of answers requested while the slow connections are open. */
  ANSWERS: [200, 200, 1_500],
} satisfies Record<string, [short: number, all: number, full: number]>;

/** Returns the size in this run's form; a variable of that name overrides it. */
export const sizeOf = (name: keyof typeof SIZES): number => Number(process.env[name] || SIZES[name][depth]);

/** True if all cases are tested, with longer runs. */
export const isLong = depth > 0;

/** True in a run that takes an hour. */
export const isFull = depth === 2;

/** Returns the number of random cases of a property, from that of `--all`. */
export const cases = (all: number): number => (depth > 0 ? all : Math.ceil(all / 4));

/** Picks one cell in `every` of a matrix row, different ones from row to row; `--all` four times as many, faults all. */
export const someOf = <T>(cells: T[], row = 0, every = 4): T[] => {
  const among = Math.min([every, Math.ceil(every / 4), 1][depth] ?? 1, cells.length);
  return cells.filter((_, at) => (at + row) % among === 0);
};
