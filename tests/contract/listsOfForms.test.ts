import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInvestor, PASSWORD } from '../support/pages/calls';
import { Client, type Fields, formsOf } from '../support/pages/client';
import { agree } from '../support/pages/handsOff';
import { isBehindAdmin, routesOf } from '../support/pages/routes';
import { Installation } from '../support/servers/installation';

/* Checks that each form of a page that counts once has a key of its own, so that two can be sent without reloading. */
const installation = new Installation();
let ivy: Client;
let ada: Client;

const INSTRUMENTS = ['BTCUSD', 'ETHUSD'];

beforeAll(async () => {
  await installation.start();
  ada = await new Client(installation).signInAdmin(installation.demonstration.admin);
  const { email, id } = await newInvestor(installation);
  ivy = await new Client(installation).signIn({ email, password: PASSWORD });
  const file = `/admin/users/${id}`;
  const credit = { kind: 'deposit', amount: '5000', reason: 'For the test' };
  await agree(ada, await ada.form(`${file}?do=credit`, 'amount'), credit);
  await ada.submit(file, { verified: 'on', _intent: 'verified' });
  const put = formsOf(await ivy.page('/live-trading'), '/live-trading').find(
    ({ fields }) => fields._intent === 'put-in',
  );
  if (!put) throw new Error('No form for money');
  expect((await ivy.post(put, { amount: '4000' })).status).toBe(303);
  for (const symbol of INSTRUMENTS) {
    // A market order is filled immediately; a limit of $1 is far below every price.
    for (const order of [{ type: 'market' }, { type: 'limit', price: '1' }] as Fields[]) {
      const request = { symbol, side: 'buy', unit: 'size', amount: '0.01', leverage: '1', ...order };
      const form = await ivy.form(`/live-trading?${new URLSearchParams(request)}`, 'shown');
      expect([symbol, (await ivy.post(form, {})).status]).toEqual([symbol, 303]);
    }
  }
});
afterAll(() => installation.remove());

const keyed = (html: string, path: string) => formsOf(html, path).filter(({ fields }) => fields._key);

test('no two forms of a page have the same key, on any page of the product', async () => {
  const lists: string[] = [];
  for (const { id, path, hasPage } of await routesOf()) {
    if (!hasPage) continue;
    const answer = await (isBehindAdmin(id) ? ada : ivy).fetch(path);
    if (answer.status !== 200) continue;
    const keys = keyed(await answer.text(), path).map(({ fields }) => fields._key);
    expect([path, keys.length]).toEqual([path, new Set(keys).size]);
    if (keys.length > 1) lists.push(path);
  }
  // Pages with lists were among them, so that this may fail.
  expect(lists).toEqual(expect.arrayContaining(['/live-trading', '/admin/deposits']));
});

test.each([
  ['cancel', 'order'],
  ['amend', 'symbol'],
  ['close', 'symbol'],
])('two forms of one page that %s both take effect', async (intent, thing) => {
  const path = '/live-trading';
  const over = intent === 'amend' ? 'change' : intent;
  const paths = intent === 'cancel' ? [path] : INSTRUMENTS.map((symbol) => `${path}?${over}=${symbol}`);
  const drawn = await Promise.all(paths.map(async (each) => keyed(await ivy.page(each), each)));
  const forms = drawn.flat().filter(({ fields }) => fields._intent === intent);
  expect(new Set(forms.map(({ fields }) => fields[thing])).size).toBe(INSTRUMENTS.length);
  for (const form of forms) {
    const sent = await ivy.post(form, intent === 'amend' ? { stop: '1' } : {});
    expect([form.fields[thing], sent.status]).toEqual([form.fields[thing], 303]);
  }
  const page = await ivy.page(path);
  if (intent === 'cancel') expect(page).not.toContain('Waiting orders');
  if (intent === 'close') expect(page).toContain('You have no open positions.');
});
