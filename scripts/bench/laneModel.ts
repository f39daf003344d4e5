/*
 * Several processes that write to one database, as events in time: who has the turn of which lane, which processor works on what, who
 * waits. It knows nothing of the product but the costs that it is given.
 */

/** Milliseconds: processor time of the process and of the server, and by the clock where nothing else runs; and trips to the server. */
export type Work = { process: number; server: number; takes: number; trips: number };

export type Costs = {
  /** Beginning and ending a transaction. */
  transaction: Work;
  /** What an act does before its turn, and in it. */
  before: Work;
  inTurn: Work;
  /** Proving a balance that another process left. */
  proof: Work;
};

export type Scenario = {
  processes: number;
  /** Processors of the machine that all processes share; null where each has one of its own. */
  shared: number | null;
  /** Processors of the server; null where it shares those of the processes. */
  server: number | null;
  /** What a trip to the server takes longer than on one machine, milliseconds; and a commit. */
  trip: number;
  commit: number;
  lanes: number;
  /** Does each lane have accounts of its own for what all meet at? */
  isHotSplit: boolean;
  /** Does one process do all that is written in a lane? Otherwise any does, and proves what others left. */
  isOwned: boolean;
  /** Part of the acts that need a second account, which may be in another lane. */
  crossing: number;
  /** Acts that wait for an answer at any time. */
  atOnce: number;
};

export type Outcome = {
  perSecond: number;
  /** Milliseconds that half, and 99 in 100, took at most. */
  p50: number;
  p99: number;
  /** Acts in a transaction. */
  shared: number;
  /** How busy each is, of 1: the turns, the processors of processes and of the server. */
  busy: { turns: number; processes: number; server: number };
};

/** Pieces in a transaction at most, and how long it takes more of them, milliseconds: those of the product. */
const MOST = 30;
const BUDGET = 100;

type Wait = (resume: () => void) => void;
type Task = Generator<Wait, void, void>;

/** Runs a task until it has ended, and tells. */
function run(task: Task, ended: () => void = () => {}): void {
  const step = () => {
    const { value, done } = task.next();
    if (done) ended();
    else (value as Wait)(step);
  };
  step();
}

/** Time, and what happens when. */
class Clock {
  now = 0;
  #heap: { at: number; order: number; then: () => void }[] = [];
  #order = 0;

  after(ms: number, then: () => void): void {
    const heap = this.#heap;
    const entry = { at: this.now + ms, order: this.#order++, then };
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(entry, heap[parent])) break;
      heap[place] = heap[parent] as typeof entry;
      place = parent;
    }
    heap[place] = entry;
  }

  runUntil(end: number): void {
    for (let next = this.#pop(); next && next.at <= end; next = this.#pop()) {
      this.now = next.at;
      next.then();
    }
    this.now = end;
  }

  #pop() {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const least = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!isBefore(heap[least], last)) break;
      heap[place] = heap[least] as typeof last;
      place = least;
    }
    heap[place] = last;
    return first;
  }
}

type Entry = { at: number; order: number };
const isBefore = (one: Entry | undefined, other: Entry | undefined): boolean =>
  one !== undefined && (!other || one.at < other.at || (one.at === other.at && one.order < other.order));

/** So many may have it at once; the others wait in the order in which they asked. */
class Resource {
  #free: number;
  #waiting: (() => void)[] = [];
  #since = 0;
  /** Milliseconds that it was in use, of each of them. */
  used = 0;

  constructor(
    readonly clock: Clock,
    readonly size: number,
  ) {
    this.#free = size;
  }

  readonly take: Wait = (resume) => {
    if (this.#free === 0) {
      this.#waiting.push(resume);
      return;
    }
    this.#count();
    this.#free -= 1;
    resume();
  };

  release(): void {
    const next = this.#waiting.shift();
    if (next) {
      this.clock.after(0, next);
      return;
    }
    this.#count();
    this.#free += 1;
  }

  /** How busy it was, of 1. */
  busy(): number {
    this.#count();
    return this.used / (this.size * this.clock.now);
  }

  #count(): void {
    this.used += (this.size - this.#free) * (this.clock.now - this.#since);
    this.#since = this.clock.now;
  }
}

/** The same numbers in each run, evenly from 0 to 1. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Piece = { lanes: number[]; isForeign: boolean; done: () => void };

/**
 * Runs a scenario until `seconds` of its time are over.
 * @param costs what is done for each act
 */
export function simulate(costs: Costs, scenario: Scenario, seconds = 6): Outcome {
  const { processes, lanes, isHotSplit, isOwned, trip } = scenario;
  const clock = new Clock();
  const random = numbers();
  const machine = scenario.shared === null ? null : new Resource(clock, scenario.shared);
  const server = scenario.server === null ? machine : new Resource(clock, scenario.server);
  const threads = Array.from({ length: processes }, () => new Resource(clock, 1));
  const turns = Array.from({ length: lanes }, () => new Resource(clock, 1));
  /** What all meet at, where it is not split. */
  const hot = new Resource(clock, 1);
  const lastIn = Array.from({ length: lanes }, () => -1);
  const written = { transactions: 0, pieces: 0 };
  const waits: number[] = [];

  function* using(resources: (Resource | null | undefined)[], ms: number): Task {
    const taken: Resource[] = [];
    for (const resource of resources) {
      if (!resource || ms === 0) continue;
      yield resource.take;
      taken.push(resource);
    }
    yield (resume) => clock.after(ms, resume);
    for (const resource of taken) resource.release();
  }

  /** Process and server take turns many times in it, so all go on beside each other, and it ends with the last. */
  const doing = (process: number, work: Work, more = 0): Wait => {
    const parts = [
      using([threads[process], machine], work.process),
      using([server], work.server),
      using([], work.takes + work.trips * trip + more),
    ];
    return (resume) => {
      let left = parts.length;
      for (const part of parts) {
        run(part, () => {
          left -= 1;
          if (left === 0) resume();
        });
      }
    };
  };

  /** What waits to be written by a process in a lane, and how one that waits for more is told. */
  const queues = threads.map(() => turns.map(() => ({ pieces: [] as Piece[], wake: null as (() => void) | null })));

  function* writing(process: number, lane: number): Task {
    const queue = queues[process]?.[lane];
    if (!queue) return;
    for (;;) {
      if (queue.pieces.length === 0) {
        yield (resume) => {
          queue.wake = resume;
        };
      }
      const [first] = queue.pieces;
      if (!first) continue;
      // Always in the same order, so that no two wait for each other.
      const needed = [...first.lanes].sort((a, b) => a - b);
      for (const each of needed) yield (turns[each] as Resource).take;
      if (!isHotSplit) yield hot.take;
      yield doing(process, costs.transaction, scenario.commit);
      const until = clock.now + BUDGET;
      const told: Piece[] = [];
      for (const each of needed) {
        if (lastIn[each] !== process && processes > 1) yield doing(process, costs.proof);
        lastIn[each] = process;
      }
      while (told.length < MOST && (told.length === 0 || clock.now < until)) {
        const [piece] = queue.pieces;
        if (!piece?.lanes.every((each) => needed.includes(each))) break;
        queue.pieces.shift();
        yield doing(process, costs.inTurn);
        if (piece.isForeign) yield doing(process, costs.proof);
        told.push(piece);
      }
      if (!isHotSplit) hot.release();
      for (const each of needed) turns[each]?.release();
      written.transactions += 1;
      written.pieces += told.length;
      for (const { done } of told) clock.after(0, done);
    }
  }

  function* acting(number: number): Task {
    for (;;) {
      const began = clock.now;
      const own = Math.floor(random() * lanes);
      const crosses = random() < scenario.crossing;
      const other = crosses ? Math.floor(random() * lanes) : own;
      const asked = number % processes;
      const process = isOwned ? own % processes : asked;
      yield doing(asked, costs.before, process === asked ? 0 : trip);
      // Of the accounts that are met once more, so many were left by another process.
      const isForeign = isOwned ? other % processes !== process : random() < (processes - 1) / processes;
      yield (resume) => {
        const queue = queues[process]?.[own];
        queue?.pieces.push({ lanes: other === own ? [own] : [own, other], isForeign, done: resume });
        const wake = queue?.wake;
        if (queue && wake) {
          queue.wake = null;
          wake();
        }
      };
      waits.push(clock.now - began);
    }
  }

  for (let process = 0; process < processes; process++) {
    for (let lane = 0; lane < lanes; lane++) {
      // Of a lane that has an owner nobody else writes.
      if (!isOwned || lane % processes === process) run(writing(process, lane));
    }
  }
  for (let number = 0; number < scenario.atOnce; number++) run(acting(number));
  clock.runUntil(seconds * 1000);

  waits.sort((a, b) => a - b);
  const within = (part: number) => waits[Math.floor(waits.length * part)] ?? 0;
  const mean = (all: Resource[]) => all.reduce((sum, each) => sum + each.busy(), 0) / all.length;
  return {
    perSecond: waits.length / seconds,
    p50: within(0.5),
    p99: within(0.99),
    shared: written.pieces / written.transactions,
    busy: {
      turns: isHotSplit ? mean(turns) : hot.busy(),
      processes: machine ? machine.busy() : mean(threads),
      server: server ? server.busy() : 0,
    },
  };
}
