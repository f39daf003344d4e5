import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MirrorbookClient } from '../../app/api/client';
import { Installation } from '../../tests/support/installation';
import { buildIfStale } from '../steps.mjs';
import { answersPerSecond, median } from './load';

const ROUNDS = 7;
const SECONDS = 1;
const CONNECTIONS = 8;
const SOME = 20;
/** Ledger entries of the users whose `getData` is compared. */
const FEW = 100;
const MANY = 10_000;

/** How many calls a second one process answers, beside a bare Node server in the same run, and what a long history costs. */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation({ RATE_LIMIT: '1000000000' }).start();
  const bare = fork(fileURLToPath(new URL('bareServer.mjs', import.meta.url)));
  try {
    const [port] = await once(bare, 'message');
    const hello = `http://127.0.0.1:${port}`;
    const ours = installation.origin;
    const nobody = new MirrorbookClient(ours);
    const admin = nobody.with(await tokenOf(nobody, 'admin', installation.demonstration.admin));
    const { email } = installation.demonstration.investor;
    const token = await tokenOf(nobody, 'login', installation.demonstration.investor);
    await deposits(admin, email, SOME);

    const traders: number[] = [];
    const data: number[] = [];
    const rates: number[] = [];
    // From here on memory answers, and every answer is as long as the next.
    await answersPerSecond(hello, '/', { seconds: 1 });
    for (const _ of [1, 2]) await nobody.call('fetchTraders', {});
    for (let round = 0; round < ROUNDS; round++) {
      const rate = await answersPerSecond(hello, '/', { seconds: SECONDS });
      rates.push(rate);
      traders.push((await answersPerSecond(ours, '/api/fetchTraders', { seconds: SECONDS })) / rate);
    }
    // By itself: what it leaves behind in memory would be tidied up in the next one's time.
    for (let round = 0; round < ROUNDS; round++) {
      const rate = await answersPerSecond(hello, '/', { seconds: SECONDS });
      data.push((await readsPerSecond(ours, `/api/getData?limit=${SOME}`, token)) / rate);
    }
    console.log(`\n| calls, from one process | median of ${ROUNDS} |\n| --- | --- |`);
    console.log(`| bare Node http, "hello", a second | ${Math.round(median(rates))} |`);
    console.log(`| fetchTraders, ratio (goal: 0.6 or better) | ${median(traders).toFixed(2)} |`);
    console.log(`| getData, ${SOME} entries a list, ratio (goal: 0.03 or better) | ${median(data).toFixed(3)} |`);

    await deposits(admin, email, FEW - SOME);
    const few = await readsPerSecond(ours, '/api/getData', token);
    await deposits(admin, email, MANY - FEW);
    const many = await readsPerSecond(ours, '/api/getData', token);
    console.log(
      `| getData with ${MANY} transactions, time of one with ${FEW} (goal: under 2) | ${(few / many).toFixed(2)} |`,
    );
  } finally {
    bare.kill();
    await installation.remove();
  }
}

/** Calls a second with a token. They ask for no compression, as programs do. */
async function readsPerSecond(origin: string, path: string, token: string): Promise<number> {
  const headers = { 'x-access-token': token, 'Accept-Encoding': 'identity' };
  // Prepares its statements and reads the history once.
  await fetch(new URL(path, origin), { headers });
  return await answersPerSecond(origin, path, { seconds: SECONDS, connections: CONNECTIONS, headers });
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
