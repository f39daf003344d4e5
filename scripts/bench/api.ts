import { MirrorbookClient } from '../../app/api/client';
import { Installation } from '../../tests/support/servers/installation';
import { buildIfStale } from '../steps.mjs';
import { compareWork, measureWorkPerAnswer, median, startBareServer, waitUntilIdle, warmUp } from './load';
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
  const bare = await startBareServer();
  try {
    const own = installation.origin;
    const anonymous = new MirrorbookClient(own);
    const admin = anonymous.with(await createToken(anonymous, 'admin', installation.demonstration.admin));
    const { email } = installation.demonstration.investor;
    const token = await createToken(anonymous, 'login', installation.demonstration.investor);
    await createDeposits(admin, email, SOME_CALLS);

    const load = { seconds: MEASURED_SECONDS };
    const traders = await compareWork(
      { server: bare, path: '/', load },
      { server: installation, path: '/api/fetchTraders', load },
    );
    const path = `/api/getData?limit=${SOME_CALLS}`;
    const answer = await (await fetch(new URL(path, own), { headers: { 'x-access-token': token } })).json();
    const peer = await startPeer(installation, { answer });
    await waitUntilIdle(installation.pid);
    const data = await compareWork(
      { server: peer, path: '/data', load: readOptions(token) },
      { server: installation, path, load: readOptions(token) },
    ).finally(peer.kill);
    console.log('\n| calls, from one process | median |\n| --- | --- |');
    console.log(`| fetchTraders, speed relative to bare Node http (goal: 0.6 or better) | ${traders.toFixed(2)} |`);
    console.log(
      `| getData, ${SOME_CALLS} entries a list, relative to Express with ${peer.reads} prepared reads (goal: 0.35 or better) | ${data.toFixed(2)} |`,
    );

    await createDeposits(admin, email, FEW_ENTRIES - SOME_CALLS);
    await benchV1(installation);
    const few = await measureData(installation, token);
    await createDeposits(admin, email, MANY_ENTRIES - FEW_ENTRIES);
    const many = await measureData(installation, token);
    console.log(
      `| getData with ${MANY_ENTRIES} transactions, time of one with ${FEW_ENTRIES} (goal: under 2) | ${(many / few).toFixed(2)} |`,
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

/** Measures the processor time of `getData`, milliseconds, after statements are prepared and the history is read. */
async function measureData(installation: Installation, token: string): Promise<number> {
  await warmUp(installation, '/api/getData', readOptions(token));
  return await measureWorkPerAnswer(installation, '/api/getData', readOptions(token));
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
