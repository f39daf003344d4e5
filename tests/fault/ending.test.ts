import { Agent, request } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sizeOf } from '../support/depth';
import { Client, type DrawnForm } from '../support/pages/client';
import { countRows, select } from '../support/people/rows';
import { Installation } from '../support/servers/installation';
import { UNSEALED } from './unsealed';

/** Answers of a busy server before it is asked to stop. */
const ANSWERS = sizeOf('ANSWERS');

type Outcome = { status: number } | { error: string; reused: boolean };

/** Sends one request over an agent's connections; returns whether it failed on a reused one. */
function ask(
  origin: string,
  agent: Agent,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<Outcome>((resolve) => {
    const requested = request(new URL(path, origin), { agent, method: body ? 'POST' : 'GET', headers });
    requested.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
      response.on('aborted', () => resolve({ error: 'half an answer', reused: true }));
    });
    requested.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ error: error.code ?? error.message, reused: requested.reusedSocket }),
    );
    requested.end(body);
  });
}

/** Sends requests until the server no longer answers. */
async function keepAsking(next: () => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (;;) {
    const outcome = await next();
    outcomes.push(outcome);
    if ('error' in outcome) return outcomes;
  }
}

test('a server that is stopped under load first reports not ready, answers all accepted requests, loses nothing, and seals it', async () => {
  // A server for each try: the first try stops it.
  const installation = new Installation({ STOP_DELAY: '1' });
  onTestFinished(() => installation.remove());
  await installation.start();
  // Rendered once and cached, as it is for all but the first visitor.
  await new Client(installation).page('/');
  const investor = await new Client(installation).signIn(installation.demonstration.investor);
  const { cookie } = investor;
  const forms: DrawnForm[] = [];
  for (let at = 0; at < 4; at++) forms.push(await investor.form('/withdraw?method=BTC&WithdrawAmount=11', 'wallet'));
  const before = countRows(installation, { table: 'withdrawal' });

  const agent = new Agent({ keepAlive: true });
  let answers = 0;
  const counted = async (asking: Promise<Outcome>) => {
    const outcome = await asking;
    answers += 1;
    return outcome;
  };
  const pages = ['/', '/dashboard', '/login', '/healthz', '/transactions', '/assets/none.js'];
  const reading = pages.map((path) =>
    keepAsking(() => counted(ask(installation.origin, agent, path, { headers: { Cookie: cookie } }))),
  );
  // Each key counts once, so repeated requests create one withdrawal.
  const writing = forms.map(({ action, fields }) => {
    const body = new URLSearchParams({ ...fields, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', _again: '1' });
    const headers = {
      Cookie: cookie,
      Origin: installation.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    return keepAsking(() => counted(ask(installation.origin, agent, action, { headers, body: String(body) })));
  });
  const readiness: (number | string)[] = [];
  const watching = keepAsking(async () => {
    const outcome = await ask(installation.origin, agent, '/readyz');
    readiness.push('status' in outcome ? outcome.status : 'gone');
    return outcome;
  });

  await vi.waitUntil(() => answers >= ANSWERS, { timeout: 100_000, interval: 10 });
  await installation.stop('SIGTERM');
  const outcomes = (await Promise.all([...reading, ...writing])).flat();
  await watching;
  agent.destroy();

  const statuses = new Set(outcomes.flatMap((outcome) => ('status' in outcome ? [outcome.status] : [])));
  expect(statuses).toEqual(new Set([200, 303, 404]));
  // Refused clients had a connection that was never used, or none.
  expect(outcomes.filter((outcome) => 'error' in outcome && outcome.reused)).toEqual([]);
  expect([...new Set(readiness)]).toEqual([200, 503, 'gone']);
  expect(countRows(installation, { table: 'withdrawal' })).toBe(before + forms.length);
  expect(select(installation, UNSEALED)).toEqual([]);
  expect(await installation.audit()).toMatchObject({ clean: true });
});
