import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MirrorbookClient } from '~/api/client';
import { Client } from '../support/pages/client';
import { countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';
import { makeTrouble, TROUBLED } from '../support/trouble';

const installation = new Installation(TROUBLED);

beforeAll(() => installation.start());
afterAll(() => installation.remove());

const FORM = '/withdraw?method=BTC&WithdrawAmount=25';
const entered = { wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
const withdrawals = () => countRows(installation, { table: 'withdrawal' });

/** Process that writes to the same database file until it is stopped. */
function anotherWriter(): { end: () => void } {
  const other = new Database(join(installation.dataDir, 'mirrorbook.db'));
  other.exec('BEGIN IMMEDIATE');
  return {
    end: () => {
      other.exec('ROLLBACK');
      other.close();
    },
  };
}

describe('while another process writes', () => {
  test('writers wait for it, and readers are served', async () => {
    const investor = await new Client(installation).signIn(installation.demonstration.investor);
    const form = await investor.form(FORM, 'wallet');
    const before = withdrawals();
    const other = anotherWriter();
    const output: string[] = [];
    const post = investor.post(form, entered).then(({ status }) => output.push(`posted ${status}`));
    for (const path of ['/dashboard', '/', '/transactions', '/readyz']) {
      output.push(`${path} ${(await investor.fetch(path)).status}`);
    }
    output.push('the other ends');
    other.end();
    await post;
    expect(output).toEqual([
      '/dashboard 200',
      '/ 200',
      '/transactions 200',
      '/readyz 200',
      'the other ends',
      'posted 303',
    ]);
    expect(withdrawals()).toBe(before + 1);
  });

  test('for too long: 503 with a time to retry, nothing written, and pages continue', async () => {
    const investor = await new Client(installation).signIn(installation.demonstration.investor);
    const form = await investor.form(FORM, 'wallet');
    const before = withdrawals();
    const other = anotherWriter();
    const refused = await investor.post(form, { ...entered, _again: '1' });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(await refused.text()).toContain('Our database can’t be reached right now. Nothing was changed.');
    expect((await investor.fetch('/dashboard')).status).toBe(200);
    other.end();
    expect(withdrawals()).toBe(before);
    // The same form, sent again, counts once.
    expect((await investor.post(form, { ...entered, _again: '1' })).status).toBe(303);
    expect((await investor.post(form, { ...entered, _again: '1' })).status).toBe(303);
    expect(withdrawals()).toBe(before + 1);
    expect((await installation.audit()).output).toContain('nothing is off');
  });
});

test('while the disk is full: 503 for page and call, nothing half written, reads continue; with room all works', async () => {
  const { investor: person } = installation.demonstration;
  const investor = await new Client(installation).signIn(person);
  const signedIn = await new MirrorbookClient(installation.origin).call('login', person);
  if (!signedIn.ok) throw new Error(signedIn.body.message);
  const calls = new MirrorbookClient(installation.origin, signedIn.body.token);
  const request = { wallet: entered.wallet, WithdrawAmount: '25', method: 'BTC' };
  const tables = ['withdrawal', 'journal', 'transfer', 'hold', 'mail', 'event', 'idempotency'];
  const rows = () => tables.map((table) => countRows(installation, { table }));

  await makeTrouble(installation, 'disk full');
  // Existing pages of the database file have some free space left.
  let form = await investor.form(FORM, 'wallet');
  let [before, refused] = [rows(), await investor.post(form, { ...entered, _again: '1' })];
  while (refused.status === 303) {
    form = await investor.form(FORM, 'wallet');
    [before, refused] = [rows(), await investor.post(form, { ...entered, _again: '1' })];
  }
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
  expect(await refused.text()).toContain('Our database can’t be reached right now. Nothing was changed.');
  const call = await calls.call('withdraw', request, { key: 'once' });
  expect([call.http, call.headers.get('Retry-After'), call.body]).toEqual([
    503,
    '10',
    expect.objectContaining({
      status: 503,
      message: 'Our database can’t be reached right now. Nothing was changed.',
      withdrawMessage: 'Our database can’t be reached right now. Nothing was changed.',
    }),
  ]);
  for (const path of ['/dashboard', '/withdrawlogs', '/']) expect((await investor.fetch(path)).status).toBe(200);
  expect((await calls.call('getData', {})).http).toBe(200);
  expect(rows()).toEqual(before);

  await makeTrouble(installation, 'disk has room');
  const money = withdrawals();
  expect((await investor.post(form, { ...entered, _again: '1' })).status).toBe(303);
  expect((await investor.post(form, { ...entered, _again: '1' })).status).toBe(303);
  expect((await calls.call('withdraw', request, { key: 'once' })).http).toBe(200);
  expect((await calls.call('withdraw', request, { key: 'once' })).http).toBe(200);
  expect(withdrawals()).toBe(money + 2);
  expect((await installation.audit()).output).toContain('nothing is off');
});
