import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';
import { makeTrouble, TROUBLED } from '../support/trouble';

const DETAIL = 'a secret detail';

/** Error lines of the log as they are written. */
const errorsOf = ({ output }: Installation) =>
  output
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; requestId?: string; err?: { message: string }; msg: string })
    .filter(({ level }) => level >= 50);

const logged = (installation: Installation, msg: string) =>
  vi.waitUntil(() => errorsOf(installation).find((line) => line.msg === msg), { timeout: 10_000, interval: 10 });

describe('a server by itself', () => {
  const installation = new Installation(TROUBLED);
  let investor: Client;

  beforeAll(async () => {
    await installation.start();
    investor = await new Client(installation).signIn(installation.demonstration.investor);
  });
  afterAll(() => installation.remove());

  test.each(['an error in a loader', 'an error in a page that is drawn'] as const)(
    '%s: logged once with the request, a page without details, and the server continues',
    async (trouble) => {
      await makeTrouble(installation, trouble);
      const before = errorsOf(installation).length;
      const failed = await investor.fetch('/dashboard', { headers: { Accept: 'text/html' } });
      const page = await failed.text();
      const requestId = failed.headers.get('X-Request-Id');
      expect(failed.status).toBe(500);
      expect(page).toContain('Unexpected Application Error!');
      expect(page).toContain(requestId);
      expect(page).not.toContain(DETAIL);
      await vi.waitUntil(() => errorsOf(installation).length > before, { timeout: 10_000, interval: 10 });
      expect((await investor.fetch('/dashboard')).status).toBe(200);
      const lines = errorsOf(installation).slice(before);
      expect(lines.map(({ msg, err }) => [msg, err?.message])).toEqual([['request failed', DETAIL]]);
      expect(lines[0]?.requestId).toBe(requestId);
    },
  );

  test('an unhandled rejection: logged with its request, and the server continues', async () => {
    await makeTrouble(installation, 'an unhandled rejection of a request');
    const answered = await investor.fetch('/dashboard');
    expect(answered.status).toBe(200);
    const line = await logged(installation, 'unhandled rejection');
    expect([line.requestId, line.err?.message]).toEqual([answered.headers.get('X-Request-Id'), 'unheard']);
    expect((await investor.fetch('/dashboard')).status).toBe(200);
  });

  test('an error in a timer: logged with its request, which is answered, and the server ends for a new one', async () => {
    await makeTrouble(installation, 'an error in a timer of a request');
    const answered = await investor.fetch('/dashboard');
    expect(answered.status).toBe(200);
    expect(await answered.text()).toContain('Total Balance');
    expect(await installation.ended()).toBe(1);
    const line = await logged(installation, 'uncaught exception');
    expect([line.level, line.requestId, line.err?.message]).toEqual([60, answered.headers.get('X-Request-Id'), DETAIL]);
    await installation.start();
    expect((await investor.fetch('/dashboard')).status).toBe(200);
  });
});

describe('`npm start`', () => {
  const installation = new Installation({ ...TROUBLED, DEMONSTRATION: '0' }, { script: 'start' });
  afterAll(() => installation.remove());

  test('starts a server that failed again, at the same address', async () => {
    await installation.start();
    await makeTrouble(installation, 'an error in a timer');
    await logged(installation, 'uncaught exception');
    const again = `Mirrorbook is at ${installation.origin}`;
    const starts = () => installation.output.filter((line) => line.startsWith(again)).length;
    await vi.waitUntil(() => starts() === 2, { timeout: 60_000, interval: 50 });
    expect((await new Client(installation).fetch('/readyz')).status).toBe(200);
    await installation.stop('SIGTERM');
    await expect(fetch(installation.origin)).rejects.toThrow();
  });
});
