import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MirrorbookClient } from '../../app/api/client';
import { Installation } from '../../tests/support/servers/installation';
import { buildIfStale } from '../steps.mjs';
import { measureAnswersPerSecond, measureWorkPerAnswer, median, waitUntilIdle, warmUp } from './load';
import { startPeer } from './peer';

const ROUNDS = 7;
const MEASURED_SECONDS = 1;
const CONNECTIONS = 8;
const SOME_CALLS = 20;
/** Number of ledger entries of the users whose `getData` is compared. */
const FEW_ENTRIES = 100;
const MANY_ENTRIES = 10_000;

/** Measures calls per second of one process against a bare Node server, and the cost of a long history. */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation({ LIMITS: 'requestsPerMinute=1000000000' }).start();
  const bare = fork(fileURLToPath(new URL('bareServer.mjs', import.meta.url)));
  try {
    const [port] = await once(bare, 'message');
    const hello = `http://127.0.0.1:${port}`;
    const ours = installation.origin;
    const anonymous = new MirrorbookClient(ours);
    const admin = anonymous.with(await createToken(anonymous, 'admin', installation.demonstration.admin));
    const { email } = installation.demonstration.investor;
    const token = await createToken(anonymous, 'login', installation.demonstration.investor);
    await createDeposits(admin, email, SOME_CALLS);

    const traders: number[] = [];
    const data: number[] = [];
    const rates: number[] = [];
    // Warms up: afterwards all answers come from the cache and have the same length.
    await measureAnswersPerSecond(hello, '/', { seconds: 1 });
    for (const _ of [1, 2]) await anonymous.call('fetchTraders', {});
    for (let round = 0; round < ROUNDS; round++) {
      const rate = await measureAnswersPerSecond(hello, '/', { seconds: MEASURED_SECONDS });
      rates.push(rate);
      traders.push((await measureAnswersPerSecond(ours, '/api/fetchTraders', { seconds: MEASURED_SECONDS })) / rate);
    }
    // This is measured separately, since collecting its garbage would slow down the next measurement.
    const path = `/api/getData?limit=${SOME_CALLS}`;
    const answer = await (await fetch(new URL(path, ours), { headers: { 'x-access-token': token } })).json();
    const peer = await startPeer(installation, { answer });
    await waitUntilIdle(installation.pid);
    await warmUp(installation, path, readOptions(token));
    await warmUp(peer, '/data', readOptions(token));
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await measureWorkPerAnswer(peer, '/data', readOptions(token));
      data.push(theirs / (await measureWorkPerAnswer(installation, path, readOptions(token))));
    }
    peer.kill();
    console.log(`\n| calls, from one process | median of ${ROUNDS} |\n| --- | --- |`);
    console.log(`| bare Node http, "hello", a second | ${Math.round(median(rates))} |`);
    console.log(`| fetchTraders, ratio (goal: 0.6 or better) | ${median(traders).toFixed(2)} |`);
    console.log(
      `| getData, ${SOME_CALLS} entries a list, ratio to Express with ${peer.reads} prepared reads (goal: 0.35 or better) | ${median(data).toFixed(2)} |`,
    );

    await createDeposits(admin, email, FEW_ENTRIES - SOME_CALLS);
    await benchV1(installation);
    const few = await measureReadsPerSecond(ours, '/api/getData', token);
    await createDeposits(admin, email, MANY_ENTRIES - FEW_ENTRIES);
    const many = await measureReadsPerSecond(ours, '/api/getData', token);
    console.log(
      `| getData with ${MANY_ENTRIES} transactions, time of one with ${FEW_ENTRIES} (goal: under 2) | ${(few / many).toFixed(2)} |`,
    );
  } finally {
    bare.kill();
    await installation.remove();
  }
}

/** Measures the processor time of reads of `/api/v1`: of one thing, and of lists of 50. */
async function benchV1({ origin, pid, demonstration: { investor } }: Installation): Promise<void> {
  const body = JSON.stringify({ ...investor, name: 'Bench', scopes: ['read'] });
  const made = await fetch(`${origin}/api/v1/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const { key } = (await made.json()) as { key: string };
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' };
  const load = { seconds: MEASURED_SECONDS, connections: CONNECTIONS, headers };
  const listed = await (await fetch(`${origin}/api/v1/deposits?limit=50`, { headers })).json();
  const [{ id = '' } = {}] = listed.data as { id?: string }[];
  for (const [path, goal] of [
    ['account', 3],
    [`deposits/${id}`, 3],
    ['deposits?limit=50', 6],
    ['transactions?limit=50', 6],
    ['traders?limit=50', 6],
  ] as const) {
    await warmUp({ origin }, `/api/v1/${path}`, load);
    const works: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      works.push(await measureWorkPerAnswer({ origin, pid }, `/api/v1/${path}`, load));
    const called = path.replace(id, '{id}');
    console.log(`| /api/v1/${called}, ms of work (goal: at most ${goal}) | ${median(works).toFixed(2)} |`);
  }
}

/** Options of a request with a token. Programs request no compression. */
const readOptions = (token: string) => ({
  seconds: MEASURED_SECONDS,
  connections: CONNECTIONS,
  headers: { 'x-access-token': token, 'Accept-Encoding': 'identity' },
});

/** Measures calls per second, after statements are prepared and the history is read. */
async function measureReadsPerSecond(origin: string, path: string, token: string): Promise<number> {
  const { headers } = readOptions(token);
  await fetch(new URL(path, origin), { headers });
  return await measureAnswersPerSecond(origin, path, readOptions(token));
}

async function createToken(
  client: MirrorbookClient,
  name: 'login' | 'admin',
  person: { email: string; password: string },
) {
  const answer = await client.call(name, person);
  if (!answer.ok) throw new Error(answer.body.message);
  return answer.body.token;
}

async function createDeposits(admin: MirrorbookClient, email: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 50) {
    const several = Array.from({ length: Math.min(50, count - at) }, () => {
      const key = crypto.randomUUID();
      return admin.call('fundwallet', { amount: 1, email }, { key });
    });
    for (const answer of await Promise.all(several)) if (!answer.ok) throw new Error(answer.body.message);
  }
}
