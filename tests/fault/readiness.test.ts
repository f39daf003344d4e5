import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { Installation } from '../support/servers/installation';
import { startPostgres } from '../support/servers/postgres.server';
import { startProxy } from '../support/servers/proxy';
import { startSmtp } from '../support/servers/smtp';
import { makeTrouble, TROUBLED } from '../support/trouble';

const readyz = async ({ origin }: Installation) => {
  const answer = await fetch(`${origin}/readyz`);
  const { causes = [], degraded } = (await answer.json()) as { causes?: string[]; degraded?: unknown[] };
  return { status: answer.status, causes, degraded };
};

const figures = async ({ origin }: Installation) => {
  const answer = await fetch(`${origin}/metrics`);
  return { status: answer.status, text: await answer.text() };
};

/** A receiver of alerts; `got` are the posts, newest last. */
async function startReceiver() {
  const got: { type: string; data: { kind: string } }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    got.push(JSON.parse(body));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const waitFor = (type: string, kind: string) =>
    vi.waitUntil(() => got.some((each) => each.type === type && each.data.kind === kind), {
      timeout: 60_000,
      interval: 50,
    });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, waitFor, got, stop: () => server.close() };
}

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('a disk that is nearly full is reported before writers fail, and pages continue, until there is room', async () => {
  const smtp = await startSmtp();
  const receiver = await startReceiver();
  const alerts = { ALERTS_URL: receiver.url, ALERTS_SECRET: SECRET };
  const installation = new Installation({ ...TROUBLED, ...alerts, SMTP_URL: smtp.url });
  try {
    await installation.start();
    expect((await readyz(installation)).status).toBe(200);
    // Doctor reports the same.
    const sound = (await installation.doctor()).output;
    expect(sound).toMatch(/^ok {3}the port: The server at 127\.0\.0\.1:\d+ runs/m);
    expect(sound).toContain('ok   mail: the server of SMTP_URL lets us in');
    await makeTrouble(installation, 'disk nearly full');
    await receiver.waitFor('alert.begun', 'disk');
    const output = await readyz(installation);
    expect(output).toMatchObject({
      status: 200,
      degraded: [{ part: 'disk', words: expect.stringContaining('The disk of DATA_DIR is nearly full: 0 MB') }],
    });
    expect(JSON.stringify(output)).not.toContain(installation.dataDir);
    expect((await figures(installation)).text).toContain('part_faulty{part="disk"} 1');
    expect((await fetch(`${installation.origin}/`)).status).toBe(200);
    expect(await installation.doctor()).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^FAIL the port: The server at .* serves\. The disk of DATA_DIR is nearly full/m),
    });
    await makeTrouble(installation, 'disk has room');
    await receiver.waitFor('alert.ended', 'disk');
    expect(receiver.got.filter(({ data }) => data.kind === 'disk')).toHaveLength(2);
    await vi.waitUntil(() => smtp.received.some((mail) => /Subject: .*Over: A disk is nearly full/.test(mail.raw)), {
      timeout: 20_000,
      interval: 50,
    });
    expect(await readyz(installation)).toMatchObject({ status: 200, degraded: [] });
    expect((await figures(installation)).text).toContain('part_faulty{part="disk"} 0');
  } finally {
    await installation.remove();
    await smtp.stop();
    receiver.stop();
  }
});

test('a database that is unavailable or silent is reported in time, metrics continue, and both are back once it is', async () => {
  const server = await startPostgres();
  const own = new URL(server.url('postgres'));
  const proxy = await startProxy(Number(own.port));
  own.port = String(proxy.port);
  const receiver = await startReceiver();
  const alerts = { ALERTS_URL: receiver.url, ALERTS_SECRET: SECRET };
  const installation = new Installation({ DATABASE_URL: own.href, ...alerts, DEMONSTRATION: '0', LOG_LEVEL: 'warn' });
  const database = expect.stringContaining('The database does not answer');
  const isReady = () =>
    vi.waitUntil(async () => (await readyz(installation)).status === 200, { timeout: 60_000, interval: 50 });
  try {
    await installation.start();
    await isReady();
    expect((await figures(installation)).text).toContain('database_up 1');
    for (const trouble of ['cut', 'fallSilent'] as const) {
      proxy[trouble]();
      expect(await readyz(installation)).toMatchObject({ status: 503, causes: [database] });
      const away = await figures(installation);
      expect([away.status, away.text]).toEqual([200, expect.stringContaining('database_up 0')]);
      expect(away.text).toMatch(/^process_resident_memory_bytes \d/m);
      expect(away.text).not.toMatch(/^ledger_transfers_total \d*[1-9]/m);
      await vi.waitUntil(
        async () => /^job_failed_runs_total\{job="mail"\} [1-9]/m.test((await figures(installation)).text),
        {
          timeout: 60_000,
          interval: 50,
        },
      );
      if (trouble === 'cut') {
        await receiver.waitFor('alert.begun', 'database');
        // The log has one line per cause, regardless of the number of failed jobs and requests.
        expect(installation.output.filter((line) => line.startsWith('{')).length).toBeLessThan(8);
      }
      proxy.mend();
      await isReady();
      if (trouble === 'cut') await receiver.waitFor('alert.ended', 'database');
      // A connection that was open before the restart fails at its first query.
      await vi.waitUntil(async () => (await figures(installation)).text.includes('database_up 1'), {
        timeout: 60_000,
        interval: 50,
      });
    }
    const posted = receiver.got.filter(({ data }) => data.kind === 'database');
    expect(posted.map(({ type }) => type)).toEqual(['alert.begun', 'alert.ended']);
  } finally {
    await installation.remove();
    receiver.stop();
    await proxy.stop();
    await server.stop();
  }
});
