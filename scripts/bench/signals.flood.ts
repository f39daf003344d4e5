/** What `bench signals` runs in a process of its own: sends signals at an even rate and counts the answers by their status. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flood } from './signals';

const TURN_MS = 10;

process.once('message', async ({ origin, key, aSecond, seconds }: Flood) => {
  // From an address of its own, as a program's would be.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, localAddress: '127.0.0.2' });
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const send = (id: number) =>
    new Promise<void>((resolve) => {
      const asked = request(`${origin}/api/signals`, { method: 'POST', agent, headers }, (answer) => {
        count(String(answer.statusCode));
        answer.resume().once('close', resolve);
      });
      asked.once('error', () => {
        count('no answer');
        resolve();
      });
      asked.end(JSON.stringify({ id: `flood-${id}`, symbol: 'EURUSD', action: 'buy', size: '1000' }));
    });
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  for (let now = 0; now < seconds * 1_000; now = performance.now() - begun) {
    while (sent.length < (now / 1_000) * aSecond) sent.push(send(sent.length));
    await sleep(TURN_MS);
  }
  await Promise.all(sent);
  agent.destroy();
  process.send?.(counts, () => process.exit());
});
