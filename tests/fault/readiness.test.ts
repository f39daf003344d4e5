import { expect, test, vi } from 'vitest';
import { Installation } from '../support/servers/installation';
import { startPostgres } from '../support/servers/postgres.server';
import { startProxy } from '../support/servers/proxy';
import { startSmtp } from '../support/servers/smtp';
import { makeTrouble, TROUBLED } from '../support/trouble';

const readyz = async ({ origin }: Installation) => {
  const answer = await fetch(`${origin}/readyz`);
  const { causes = [] } = (await answer.json()) as { causes?: string[] };
  return { status: answer.status, causes };
};

const figures = async ({ origin }: Installation) => {
  const answer = await fetch(`${origin}/metrics`);
  return { status: answer.status, text: await answer.text() };
};

test('a disk that is nearly full is told before writers fail, until there is room', async () => {
  const smtp = await startSmtp();
  const installation = new Installation({ ...TROUBLED, SMTP_URL: smtp.url });
  try {
    await installation.start();
    expect((await readyz(installation)).status).toBe(200);
    // The operator's look says the same of it, beside it.
    const sound = (await installation.doctor()).said;
    expect(sound).toMatch(/^ok {3}the port: 127\.0\.0\.1:\d+ is ours/m);
    expect(sound).toContain('ok   mail: the server of SMTP_URL lets us in');
    await makeTrouble(installation, 'disk nearly full');
    const said = await readyz(installation);
    expect(said).toMatchObject({
      status: 503,
      causes: expect.arrayContaining([expect.stringContaining('The disk of DATA_DIR is nearly full: 0 MB')]),
    });
    expect(JSON.stringify(said)).not.toContain(installation.dataDir);
    expect((await fetch(`${installation.origin}/`)).status).toBe(200);
    expect(await installation.doctor()).toMatchObject({
      status: 1,
      said: expect.stringMatching(
        /^FAIL the port: The server at .* is not ready\. The disk of DATA_DIR is nearly full/m,
      ),
    });
    await makeTrouble(installation, 'disk has room');
    expect((await readyz(installation)).status).toBe(200);
  } finally {
    await installation.remove();
    await smtp.stop();
  }
});

test('a database that is away or silent is told in time, figures go on, and both are back once it is', async () => {
  const server = await startPostgres();
  const own = new URL(server.url('postgres'));
  const proxy = await startProxy(Number(own.port));
  own.port = String(proxy.port);
  const installation = new Installation({ DATABASE_URL: own.href, DEMONSTRATION: '0', LOG_LEVEL: 'silent' });
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
      proxy.mend();
      await isReady();
      // A connection that was open meanwhile breaks with the first that asks over it.
      await vi.waitUntil(async () => (await figures(installation)).text.includes('database_up 1'), {
        timeout: 60_000,
        interval: 50,
      });
    }
  } finally {
    await installation.remove();
    await proxy.stop();
    await server.stop();
  }
});
