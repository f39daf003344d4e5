import { rounded } from './engines';
import { type Costs, type Scenario, simulate, type Work } from './laneModel';
import { type ActCost, type ClusterFigures, type Kept, kept } from './measured';

/** What a turn takes, by the clock, where it is always somebody's. */
const turnOf = ({ shared, perSecond }: ClusterFigures): number => (1000 * shared) / perSecond;

const atLeast = (value: number): number => Math.max(0.01, value);

/**
 * The costs of a posting, from what `bench cluster` measured: what begins and ends a transaction and what each posting adds follow from one
 * posting at a time and many at once in one process; what a proof costs, from two processes.
 */
export function postingCosts({ cluster, acts }: Kept): Costs {
  const [alone, many, two] = cluster.runs as [ClusterFigures, ClusterFigures, ClusterFigures];
  const each = (of: (run: ClusterFigures) => number) => atLeast((of(many) - of(alone)) / (many.shared - alone.shared));
  const inTurn: Work = {
    process: each(({ processor }) => processor),
    server: each(({ server }) => server),
    takes: each(turnOf),
    trips: acts.costs.posting?.turns.statements ?? 0,
  };
  const transaction: Work = {
    process: atLeast(alone.processor - inTurn.process),
    server: atLeast(alone.server - inTurn.server),
    takes: atLeast(turnOf(alone) - inTurn.takes),
    trips: 2,
  };
  // Half of the accounts were left by the other process, and so was the one that all meet at.
  const proofs = two.shared / 2 + 1;
  const more = (of: (run: ClusterFigures) => number, work: keyof Work) =>
    atLeast((of(two) - transaction[work] - two.shared * inTurn[work]) / proofs);
  const proof = {
    process: more(({ processor }) => processor, 'process'),
    server: more(({ server }) => server, 'server'),
  };
  const slower = inTurn.takes / (inTurn.process + inTurn.server);
  return {
    transaction,
    inTurn,
    before: { process: 0, server: 0, takes: 0, trips: 0 },
    proof: { ...proof, takes: (proof.process + proof.server) * slower, trips: 2 },
  };
}

/** The costs of another act: what it does more than a posting in its turn, and what is left over before it. */
export function actCosts(measured: Kept, act: ActCost): Costs {
  const posting = postingCosts(measured);
  const bare = measured.acts.costs.posting as ActCost;
  const inside = act.run > 0 ? act.turns.statements / act.run : 0;
  const inTurn: Work = {
    process: atLeast(posting.inTurn.process + act.turns.processor - bare.turns.processor),
    server: atLeast(act.server * inside - posting.transaction.server),
    takes: atLeast(posting.inTurn.takes + act.turns.held - bare.turns.held),
    trips: act.turns.statements,
  };
  const before = atLeast(act.processor - inTurn.process - posting.transaction.process);
  const server = act.server * (1 - inside);
  return {
    ...posting,
    inTurn,
    before: { process: before, server, takes: before + server, trips: act.run * (1 - inside) },
  };
}

/** The order of a leader for a hundred copies, which is one transaction. */
const COPIES = 100;
function copyCosts(measured: Kept): Costs {
  const { transaction, proof, before } = postingCosts(measured);
  const { processor, server, turns } = measured.copies.cost;
  const many = { process: COPIES * processor, server: COPIES * server, takes: COPIES * turns.held };
  // Copies are followed by one process at a time, so it has left what it finds.
  return {
    transaction,
    before,
    inTurn: { ...many, trips: COPIES * turns.statements },
    proof: { ...proof, process: 0, server: 0, takes: 0, trips: 0 },
  };
}

/** One process on the machine that was measured, which the other scenarios differ from. */
export const HERE: Scenario = {
  processes: 1,
  shared: 2,
  server: null,
  trip: 0,
  commit: 0,
  lanes: 1,
  isHotSplit: true,
  isOwned: false,
  crossing: 0,
  atOnce: 48,
};

/** Processes on machines of their own, and PostgreSQL on one with 32 processors; half a millisecond there and back. */
const LARGE: Partial<Scenario> = { shared: null, server: 32, trip: 0.5 };
/** A server on several machines: each trip goes to another one, and a commit is agreed on by most of them. */
const DISTRIBUTED: Partial<Scenario> = { shared: null, server: 48, trip: 1, commit: 4 };

/** What is asked of the model. One act in twenty needs a second account. */
export const SCENARIOS: [string, Partial<Scenario>][] = [
  ['one process, on the measured machine', {}],
  ['two processes, on the measured machine', { processes: 2 }],
  ['4 processes, PostgreSQL of 8', { ...LARGE, processes: 4, server: 8 }],
  ['4 processes, PostgreSQL of 32', { ...LARGE, processes: 4 }],
  ['4 processes, of which one writes for all', { ...LARGE, processes: 4, isOwned: true }],
  ['4 processes, 4 lanes, accounts not split', { ...LARGE, processes: 4, lanes: 4, isHotSplit: false }],
  ['4 processes, 4 lanes', { ...LARGE, processes: 4, lanes: 4 }],
  ['4 processes, 4 lanes with owners', { ...LARGE, processes: 4, lanes: 4, isOwned: true }],
  ['16 processes, 16 lanes with owners', { ...LARGE, processes: 16, lanes: 16, isOwned: true }],
  ['the same, one act in four crosses', { ...LARGE, processes: 16, lanes: 16, isOwned: true, crossing: 0.25 }],
  ['32 processes, 32 lanes with owners', { ...LARGE, processes: 32, lanes: 32, isOwned: true }],
  ['distributed, 4 processes, 1 lane', { ...DISTRIBUTED, processes: 4 }],
  ['distributed, 16 processes, 16 lanes with owners', { ...DISTRIBUTED, processes: 16, lanes: 16, isOwned: true }],
  ['distributed, 64 processes, 64 lanes with owners', { ...DISTRIBUTED, processes: 64, lanes: 64, isOwned: true }],
];

/** Enough that nobody waits for people. */
const WAITING_PER_PROCESS = 48;

/** What was measured, what the model says of the same, and how far that is off, of 1. */
export function validation(measured: Kept) {
  return measured.cluster.runs.map((run) => {
    const { perSecond, p50, p99, shared } = simulate(postingCosts(measured), {
      ...HERE,
      processes: run.processes,
      atOnce: run.atOnce,
    });
    return { run, model: { perSecond, p50, p99, shared }, error: perSecond / run.perSecond - 1 };
  });
}

/** For each scenario postings, own orders, credited deposits and copied orders a second, and what is busiest then. */
export function capacities(measured: Kept) {
  const { costs } = measured.acts;
  const kinds: [string, Costs, number][] = [
    ['postings', postingCosts(measured), 1],
    ['own orders', actCosts(measured, costs['own order'] as ActCost), 1],
    ['deposits', actCosts(measured, costs['deposit credited'] as ActCost), 1],
    ['copied orders', copyCosts(measured), COPIES],
  ];
  return SCENARIOS.map(([name, scenario]) => {
    const processes = scenario.processes ?? 1;
    const whole = { ...HERE, crossing: 0.05, ...scenario, atOnce: WAITING_PER_PROCESS * processes };
    const found = kinds.map(([kind, cost, times]) => {
      const { perSecond, busy } = simulate(cost, { ...whole, crossing: times > 1 ? 0 : whole.crossing });
      return { kind, perSecond: perSecond * times, busy };
    });
    const orders = found.find(({ kind }) => kind === 'own orders')?.busy;
    return { name, found, busy: orders ?? { turns: 0, processes: 0, server: 0 } };
  });
}

const percent = (part: number): string => `${Math.round(part * 100)}%`;

/** Reckons with what `bench acts`, `bench cluster` and `bench copy` measured last: what more machines, and lanes, would carry. */
export async function bench(): Promise<void> {
  const measured = kept();
  for (const name of ['acts', 'cluster', 'copies'] as const) console.log(`${name}: measured ${measured[name].machine}`);
  const { transaction, inTurn, proof } = postingCosts(measured);
  console.table({ 'a transaction': transaction, 'a posting in it': inTurn, 'a balance proven': proof });
  console.table(
    validation(measured).map(({ run, model, error }) => ({
      processes: run.processes,
      'at once': run.atOnce,
      'postings a second': rounded(run.perSecond),
      'the model': rounded(model.perSecond),
      error: percent(error),
      'a transaction': rounded(run.shared),
      'the model ': rounded(model.shared),
      'half within, ms': rounded(run.p50),
      'the model  ': rounded(model.p50),
    })),
  );
  console.table(
    capacities(measured).map(({ name, found, busy }) => ({
      scenario: name,
      ...Object.fromEntries(found.map(({ kind, perSecond }) => [`${kind} a second`, rounded(perSecond)])),
      'turns, own orders': percent(busy.turns),
      processes: percent(busy.processes),
      server: percent(busy.server),
    })),
  );
}
