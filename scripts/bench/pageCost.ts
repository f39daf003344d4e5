import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode } from 'turbo-stream';
import { Client } from '../../tests/support/pages/client';
import { routesOf } from '../../tests/support/pages/routes';
import { Installation } from '../../tests/support/servers/installation';
import { buildIfStale } from '../steps.mjs';
import {
  measureAnswersPerSecond,
  measureWorkPerAnswer,
  median,
  readProcessorTime,
  waitUntilIdle,
  warmUp,
} from './load';
import { startPeer } from './peer';

/** Number of requests of a page before it is measured, and of measured ones, one after another. */
const WARM_UP_REQUESTS = 60;
const MEASURED_REQUESTS = 60;
/** Number of single requests for counting statements. */
const COUNTED_REQUESTS = 5;
const PEER_ROUND_SECONDS = 0.5;

/** Phases of an answer. `loaders` excludes the guard, and `render` the serialization of the data. */
const COLUMNS = ['guard', 'loaders', 'render', 'serialization', 'compression', 'rest'];

/** Phases with their names in `/metrics`. */
const PHASES = ['guard', 'handlers', 'render', 'compression'];

/** Interval at which the process checks its event loop; it is included in the figures of the delay. */
const LAG_INTERVAL_MS = 10;

const ENCODING_HEADERS = { 'Accept-Encoding': 'gzip, br' };

/** Metric of the seconds from a page request's first byte to the end of its answer. */
const ANSWER_SECONDS_METRIC = 'answered';

type PageFigures = Record<string, number>;

/**
 * Measures each signed-in page of the demonstration: statements, processor time and phases. Compares it with Express with `renderToString`
 * of the same elements and a dozen reads. All are requested like by a browser without the dictionary, with brotli or gzip. `npm run bench page-cost -- /dashboard /withdraw` measures only these.
 */
export async function bench(): Promise<void> {
  buildIfStale();
  const chosen = process.argv.slice(3);
  const installation = await new Installation({ LIMITS: 'requestsPerMinute=1000000000', DEMONSTRATION: '1' }).start();
  try {
    const { investor, admin } = installation.demonstration;
    const people = [
      [await new Client(installation).signIn(investor), /^routes\/investor\//],
      [await new Client(installation).signInAdmin(admin), /^routes\/admin\//],
    ] as const;
    await waitUntilIdle(installation.pid);
    const columns = `page, statements, ms, ${COLUMNS.join(', ')}, KB, Express ms, x Express`.split(', ');
    console.log(`\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`);
    for (const [person, folder] of people) {
      for (const path of await pagesOf(person, folder)) {
        if (chosen.length === 0 || chosen.includes(path)) console.log(await measurePage(installation, person, path));
      }
    }
    await printIdleAndLoad(installation, people[0][0]);
  } finally {
    await installation.remove();
  }
}

/** Returns the addresses of a person's pages that answer 200. IDs are replaced by the first entry that a list links to. */
async function pagesOf(person: Client, folder: RegExp): Promise<string[]> {
  const routes = (await routesOf()).filter(({ id, hasPage }) => hasPage && folder.test(id) && !/notFound/.test(id));
  const pages: string[] = [];
  for (const { path } of routes) {
    const address = await realAddress(person, path);
    if (address && (await person.fetch(address)).status === 200) pages.push(address);
  }
  // A frame and its first page share an address.
  return [...new Set(pages)].sort();
}

async function realAddress(person: Client, path: string): Promise<string | null> {
  const [list = '', rest] = path.split(/\/0189[0-9a-f-]{32}/);
  if (rest === undefined) return path === '/checkout' ? '/checkout?method=BTC&amount=5000' : path;
  const page = await (await person.fetch(list)).text();
  const link = new RegExp(`href="(${list}/[0-9a-f-]{36})["/?]`).exec(page)?.[1];
  return link ? link + rest : null;
}

async function measurePage(installation: Installation, person: Client, path: string): Promise<string> {
  const html = await person.page(path);
  const visit = async (times: number) => {
    for (let time = 0; time < times; time++)
      await (await person.fetch(path, { headers: ENCODING_HEADERS })).arrayBuffer();
  };
  await visit(WARM_UP_REQUESTS);
  const statements: number[] = [];
  for (let time = 0; time < COUNTED_REQUESTS; time++) {
    const before = await readStatementCount(installation);
    await visit(1);
    statements.push((await readStatementCount(installation)) - before);
  }
  // Subtracts the statements for reading the metrics.
  const ofFigures = -(await readStatementCount(installation)) + (await readStatementCount(installation));
  const before = await readFigures(installation);
  await visit(MEASURED_REQUESTS);
  const after = await readFigures(installation);
  const per = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / MEASURED_REQUESTS;
  const [guard = 0, handlers = 0, render = 0, compression = 0] = PHASES.map((phase) =>
    per(`page_${phase}_milliseconds_total`),
  );
  const ms = per('process_cpu_seconds_total') * 1_000;
  // Uses the time measured by the server, which excludes the work of this process.
  const answeredMs = per(ANSWER_SECONDS_METRIC) * 1_000;
  const [serialization, theirs] = [await measureSerialization(dataIn(html)), await measureExpress(installation, html)];
  const times = [ms, guard, handlers - guard, render - serialization, serialization, compression];
  const cells = [
    path,
    Math.min(...statements) - ofFigures,
    ...[...times, answeredMs - handlers - render - compression].map((value) => value.toFixed(2)),
    (html.length / 1_024).toFixed(1),
    theirs.toFixed(2),
    (ms / theirs).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

const readStatementCount = async (installation: Installation): Promise<number> =>
  (await readFigures(installation)).database_statements_total ?? 0;

/** Text of a page's data for the router. */
const dataIn = (html: string): string =>
  JSON.parse(/streamController\.enqueue\((".*?")\);window/s.exec(html)?.[1] ?? '""') as string;

/** Measures the serialization of a page's data in this process, milliseconds. */
async function measureSerialization(data: string): Promise<number> {
  const { value } = await decode(new Blob([data]).stream());
  const times: number[] = [];
  for (let time = 0; time < MEASURED_REQUESTS; time++) {
    const started = performance.now();
    await new Response(encode(value)).text();
    times.push(performance.now() - started);
  }
  return median(times);
}

async function readFigures({ origin }: Installation): Promise<PageFigures> {
  const text = await (await fetch(new URL('/metrics', origin))).text();
  const answered = [...text.matchAll(/^http_request_duration_seconds_sum\{route="\/.*\} ([\d.e+-]+)$/gm)];
  return Object.fromEntries([
    ...[...text.matchAll(/^(\w+) ([\d.e+-]+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    [ANSWER_SECONDS_METRIC, answered.reduce((sum, [, seconds]) => sum + Number(seconds), 0)],
  ]);
}

/** Measures the processor time of an answer by Express, milliseconds. */
async function measureExpress(installation: Installation, html: string): Promise<number> {
  const peer = await startPeer(installation, { html });
  const load = { seconds: PEER_ROUND_SECONDS, connections: 4 };
  try {
    await warmUp(peer, '/page', load);
    const rounds: number[] = [];
    for (let round = 0; round < 3; round++) rounds.push(await measureWorkPerAnswer(peer, '/page', load));
    return median(rounds);
  } finally {
    peer.kill();
  }
}

const cookiesOf = (person: Client): string => [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Prints the work of the idle process, and the delay of its event loop under load. */
async function printIdleAndLoad(installation: Installation, person: Client): Promise<void> {
  const before = readProcessorTime(installation.pid);
  await sleep(10_000);
  const idle = (readProcessorTime(installation.pid) - before) / 100;
  await readFigures(installation);
  await measureAnswersPerSecond(installation.origin, '/dashboard', {
    seconds: 5,
    connections: 8,
    headers: { Cookie: cookiesOf(person) },
  });
  const { nodejs_eventloop_lag_p99_seconds: late = 0 } = await readFigures(installation);
  console.log(`\nIdle: ${idle.toFixed(1)} % of a core, which is in the figures above.`);
  console.log(
    `Event loop under eight readers of the dashboard, 99 of 100 within: ${(late * 1_000 - LAG_INTERVAL_MS).toFixed(1)} ms (goal: 20)`,
  );
}
