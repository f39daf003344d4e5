/** Thoroughness of a run: short (`npm test`), long (`--all`), or full (`npm run test:fault`), which takes an hour. */
const DEPTHS = ['short', 'all', 'full'];
const depth = Math.max(0, DEPTHS.indexOf(process.env.TEST_DEPTH ?? ''));

/** Sizes of scalable tests: in a short run, with `--all`, and in `npm run test:fault`. */
export const SIZES = {
  /** Number of times that a working process is killed. */
  KILLS: [3, 20, 200],
  /** Number of main journeys, from sign-up to withdrawal, over a connection that loses a third of the data. */
  JOBS: [1, 10, 1_000],
  /** Number of times that the database is full, for each number of free pages. */
  FULL_DISKS: [1, 3, 40],
  /** Number of times that a process is killed that migrates, restores or shares its database. */
  MIDWAY: [1, 2, 40],
  /** Number of random sequences of operations that are compared with a model of the ledger. */
  SEQUENCES: [60, 300, 10_000],
  /** Random histories in which all sources of balances are compared. */
  LIVES: [7, 25, 10_000],
  /** Random walks of a price on which strategies that see it early may earn no more than by chance. */
  WALKS: [60, 250, 10_000],
  /** Number of idempotency keys, each posted 50 times concurrently. */
  KEYS: [4, 10, 1_000],
  /** Number of connections that send one byte at a time. */
  SLOW: [100, 100, 5_000],
  /** Seconds that the server waits for a connection that sends one byte at a time. */
  PATIENCE: [0.3, 0.3, 5],
  /** Number of addresses that each send a post that never ends. */
  SENDERS: [40, 40, 200],
  /** Number of pages that other people open during a flood. */
  PAGES: [10, 10, 100],
  /** Requests per second to several processes, one of which dies or restarts. */
  PACE: [20, 200, 200],
  /** Number of answers requested while the slow connections are open. */
  ANSWERS: [200, 200, 1_500],
} satisfies Record<string, [short: number, all: number, full: number]>;

/** Returns the size for this run. An environment variable of that name overrides it. */
export const sizeOf = (name: keyof typeof SIZES): number => Number(process.env[name] || SIZES[name][depth]);

/** True if all cases are tested, with longer runs. */
export const isLong = depth > 0;

/** True in a run that takes an hour. */
export const isFull = depth === 2;

/** Returns the number of random cases of a property in this run; `all` is the number with `--all`. */
export const cases = (all: number): number => (depth > 0 ? all : Math.ceil(all / 4));

/**
 * Picks one of `every` cells of a matrix row, shifted from row to row. `--all` picks four times as many, `test:fault`
 * all.
 */
export const someOf = <T>(cells: T[], row = 0, every = 4): T[] => {
  const among = Math.min([every, Math.ceil(every / 4), 1][depth] ?? 1, cells.length);
  return cells.filter((_, at) => (at + row) % among === 0);
};
