import { availableParallelism, loadavg } from 'node:os';
import { Client } from '../../tests/support/pages/client';
import { Installation } from '../../tests/support/servers/installation';
import { startPostgres, startReplica } from '../../tests/support/servers/postgres.server';
import { buildIfStale } from '../steps.mjs';
import { answersPerSecond, median, untilIdle } from './load';

/** How often each process has its turn: the machine is not the same at two times. */
const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = Number(process.env.SECONDS ?? 1);

/** A page that is read from the database itself, and one that may be read from a replica. */
const PAGES = [
  { path: '/dashboard', as: 'investor' },
  { path: '/admin/audit', as: 'admin' },
] as const;

/** Pages from a process that reads a replica, beside one without, on one database. */
export async function bench(): Promise<void> {
  buildIfStale();
  console.log(`${availableParallelism()} cores, load before: ${loadavg()[0]?.toFixed(1)}`);
  const primary = await startPostgres({ synchronous_commit: 'on' });
  const replica = await startReplica(primary, 'second');
  const environment = { DATABASE_URL: primary.url('postgres'), RATE_LIMIT: '1000000000' };
  const without = new Installation({ ...environment, DEMONSTRATION: '1' });
  const reading = { ...environment, DEMONSTRATION: '0', DATABASE_REPLICA_URL: replica.url('postgres') };
  const withOne = new Installation(reading, { beside: without });
  try {
    await without.start();
    await withOne.start();
    const { investor, admin } = without.demonstration;
    const people = {
      investor: await new Client(without).signIn(investor),
      admin: await new Client(without).signInAdmin(admin),
    };
    await untilIdle(without.pid);
    const metrics = await (await fetch(`${withOne.origin}/metrics`)).text();
    if (!/^database_replica_used 1$/m.test(metrics)) throw new Error('The replica is not read from');
    console.log('\n| page | without a replica, a second | with one | ratio (goal: 1) |\n| --- | --- | --- | --- |');
    for (const { path, as } of PAGES) {
      // What its reader wrote, their sign-in, is in the replica by now; without this mark no page waits to see that it is.
      const cookies = [...people[as].cookies].filter(([name]) => name !== 'written');
      const headers = {
        Cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
        'Accept-Encoding': 'identity',
      };
      const load = { seconds: SECONDS, connections: 8, headers };
      // Until their code is compiled.
      for (const { origin } of [without, withOne])
        await answersPerSecond(origin, path, { ...load, seconds: 8 * SECONDS });
      const rounds: { with: number; without: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({
          without: await answersPerSecond(without.origin, path, load),
          with: await answersPerSecond(withOne.origin, path, load),
        });
      }
      const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
      const ratio = middle((round) => round.with / round.without).toFixed(2);
      const [alone, beside] = [middle((round) => round.without), middle((round) => round.with)].map(Math.round);
      console.log(`| ${path} | ${alone} | ${beside} | ${ratio} |`);
    }
  } finally {
    await withOne.stop().catch(() => {});
    await without.remove();
    await replica.stop();
    await primary.stop();
  }
}
