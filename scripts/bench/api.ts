import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MirrorbookClient } from '../../app/api/client';
import { Installation } from '../../tests/support/servers/installation';
import { buildIfStale } from '../steps.mjs';
import { answersPerSecond, median, untilIdle, warmUp, workPerAnswer } from './load';
import { startPeer } from './peer';

const ROUNDS = 7;
const SECONDS = 1;
const CONNECTIONS = 8;
const SOME = 20;
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
    const admin = anonymous.with(await tokenOf(anonymous, 'admin', installation.demonstration.admin));
    const { email } = installation.demonstration.investor;
    const token = await tokenOf(anonymous, 'login', installation.demonstration.investor);
    await deposits(admin, email, SOME);

    const traders: number[] = [];
    const data: number[] = [];
    const rates: number[] = [];
    // Warms up: afterwards all answers come from the cache and have the same length.
    await answersPerSecond(hello, '/', { seconds: 1 });
    for (const _ of [1, 2]) await anonymous.call('fetchTraders', {});
    for (let round = 0; round < ROUNDS; round++) {
      const rate = await answersPerSecond(hello, '/', { seconds: SECONDS });
      rates.push(rate);
      traders.push((await answersPerSecond(ours, '/api/fetchTraders', { seconds: SECONDS })) / rate);
    }
    // Measured separately, since clearing up its memory would count for the next measurement.
    const path = `/api/getData?limit=${SOME}`;
    const answer = await (await fetch(new URL(path, ours), { headers: { 'x-access-token': token } })).json();
    const peer = await startPeer(installation, { answer });
    await untilIdle(installation.pid);
    await warmUp(installation, path, reading(token));
    await warmUp(peer, '/data', reading(token));
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await workPerAnswer(peer, '/data', reading(token));
      data.push(theirs / (await workPerAnswer(installation, path, reading(token))));
    }
    peer.kill();
    console.log(`\n| calls, from one process | median of ${ROUNDS} |\n| --- | --- |`);
    console.log(`| bare Node http, "hello", a second | ${Math.round(median(rates))} |`);
    console.log(`| fetchTraders, ratio (goal: 0.6 or better) | ${median(traders).toFixed(2)} |`);
    console.log(
      `| getData, ${SOME} entries a list, ratio to Express with ${peer.reads} prepared reads (goal: 0.35 or better) | ${median(data).toFixed(2)} |`,
    );

    await deposits(admin, email, FEW_ENTRIES - SOME);
    await benchV1(installation);
    const few = await readsPerSecond(ours, '/api/getData', token);
    await deposits(admin, email, MANY_ENTRIES - FEW_ENTRIES);
    const many = await readsPerSecond(ours, '/api/getData', token);
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
  const load = { seconds: SECONDS, connections: CONNECTIONS, headers };
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
      works.push(await workPerAnswer({ origin, pid }, `/api/v1/${path}`, load));
    const called = path.replace(id, '{id}');
    console.log(`| /api/v1/${called}, ms of work (goal: at most ${goal}) | ${median(works).toFixed(2)} |`);
  }
}

/** Options of a request with a token. Programs request no compression. */
const reading = (token: string) => ({
  seconds: SECONDS,
  connections: CONNECTIONS,
  headers: { 'x-access-token': token, 'Accept-Encoding': 'identity' },
});

/** Measures calls per second, after statements are prepared and the history is read. */
async function readsPerSecond(origin: string, path: string, token: string): Promise<number> {
  const { headers } = reading(token);
  await fetch(new URL(path, origin), { headers });
  return await answersPerSecond(origin, path, reading(token));
}

async function tokenOf(client: MirrorbookClient, name: 'login' | 'admin', person: { email: string; password: string }) {
  const answer = await client.call(name, person);
  if (!answer.ok) throw new Error(answer.body.message);
  return answer.body.token;
}

async function deposits(admin: MirrorbookClient, email: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 50) {
    const several = Array.from({ length: Math.min(50, count - at) }, () => {
      const key = crypto.randomUUID();
      return admin.call('fundwallet', { amount: 1, email }, { key });
    });
    for (const answer of await Promise.all(several)) if (!answer.ok) throw new Error(answer.body.message);
  }
}
