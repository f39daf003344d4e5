import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client';
import { Installation } from '../support/installation';
import { countRows } from '../support/rows';

const installation = new Installation();

beforeAll(() => installation.start());
afterAll(() => installation.remove());

test('while the engine takes no work: 503 with a time to come back, nothing written, and pages go on', async () => {
  const investor = await new Client(installation).signIn(installation.demonstration.investor);
  const form = await investor.form('/withdraw?method=BTC&WithdrawAmount=25', 'wallet');
  const typed = { wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
  const asked = () => countRows(installation, { table: 'withdrawal' });
  const before = asked();

  // Another process holds the database for longer than anybody waits.
  const other = new Database(join(installation.dataDir, 'mirrorbook.db'));
  other.exec('BEGIN IMMEDIATE');
  const refused = await investor.post(form, typed);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
  expect(await refused.text()).toContain('We could not reach our records just now. Nothing was changed.');
  expect((await investor.fetch('/dashboard')).status).toBe(200);
  other.exec('ROLLBACK');
  other.close();

  expect(asked()).toBe(before);
  // The same form, sent again, counts, and counts once.
  expect((await investor.post(form, typed)).status).toBe(303);
  expect((await investor.post(form, typed)).status).toBe(303);
  expect(asked()).toBe(before + 1);
  expect(installation.audit()).toMatchObject({ clean: true });
});

test('asked to end while it is busy, it answers what it has taken, and comes back with all of it', async () => {
  const clients = await Promise.all(
    Array.from({ length: 8 }, () => new Client(installation).signIn(installation.demonstration.investor)),
  );
  const forms = await Promise.all(
    clients.map((client) => client.form('/withdraw?method=BTC&WithdrawAmount=11', 'wallet')),
  );
  const before = countRows(installation, { table: 'withdrawal' });
  const typed = { wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', _again: '1' };
  const posts = clients.map((client, at) => {
    const form = forms[at];
    if (!form) throw new Error('A form is missing');
    return client.post(form, typed).then(
      ({ status }) => status,
      () => 'not taken' as const,
    );
  });
  // One of them is answered, so the others are on their way.
  await Promise.race(posts);
  await installation.stop('SIGTERM');
  const answers = await Promise.all(posts);
  const accepted = answers.filter((answer) => answer === 303).length;
  await installation.start();
  const written = countRows(installation, { table: 'withdrawal' }) - before;
  expect(written).toBe(accepted);
  expect(installation.audit()).toMatchObject({ clean: true });
});
