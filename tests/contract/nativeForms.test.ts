import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInvestor, PASSWORD } from '../support/pages/calls';
import { Client, type DrawnForm, type Fields, formsOf } from '../support/pages/client';
import { pictureFile } from '../support/pages/files';
import { agree } from '../support/pages/handsOff';
import { textOf } from '../support/pages/text';
import { Installation } from '../support/servers/installation';

/* Tests forms as a browser without scripts posts them, unless another server test or short journey covers them. */
const installation = new Installation();
let ivy: Client;
let ada: Client;

beforeAll(async () => {
  await installation.start();
  ivy = await new Client(installation).signIn(installation.demonstration.investor);
  ada = await new Client(installation).signInAdmin(installation.demonstration.admin);
});
afterAll(() => installation.remove());

/** Form of a page with this intent, by a field or by its button, and these fields. */
async function formFor(who: Client, path: string, intent: string, added: Fields = {}): Promise<DrawnForm> {
  const forms = formsOf(await who.page(path), path).filter(({ names }) =>
    ['_intent', ...Object.keys(added)].every((name) => names.has(name)),
  );
  const form = forms.find(({ fields }) => fields._intent === intent) ?? forms.find(({ fields }) => !fields._intent);
  if (!form) throw new Error(`${path} has no form for ${intent}`);
  return { ...form, fields: { ...form.fields, _intent: intent } };
}

/** Posts a page's form with this intent, and returns the message of the page that it leads to. */
async function press(who: Client, path: string, intent: string, added: Fields = {}): Promise<string> {
  return await landed(who, await who.post(await formFor(who, path, intent, added), added));
}

/** Fills in the form of a page that has these fields, and opens its redirect. */
async function fill(who: Client, path: string, added: Fields): Promise<string> {
  return await landed(who, await who.submit(path, added));
}

async function landed(who: Client, answer: Response): Promise<string> {
  expect([answer.status, answer.status === 303 ? '' : await answer.text()]).toEqual([303, '']);
  return await who.page(answer.headers.get('Location') ?? '');
}

/** Returns the page of a refused form, which still contains the input. */
async function refused(who: Client, path: string, added: Fields): Promise<string> {
  const answer = await who.submit(path, added);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  return await answer.text();
}

async function newcomer(dollars = 0) {
  const { email, id } = await newInvestor(installation);
  const user = `/admin/users/${id}`;
  if (dollars > 0) {
    const amount = { kind: 'deposit', amount: String(dollars), reason: 'For the test' };
    await agree(ada, await ada.form(`${user}?do=credit`, 'amount'), amount);
  }
  return { email, user, client: await new Client(installation).signIn({ email, password: PASSWORD }) };
}

describe('an investor’s forms', () => {
  test('a trader is watched, and unwatched', async () => {
    expect(await press(ivy, '/traders', 'watch')).toContain('stop watching');
    expect(await press(ivy, '/traders?watched=1', 'unwatch')).toContain('You are not watching any trader yet.');
  });

  test('a copy is paused, resumed, topped up, reduced and stopped', async () => {
    const [copy = ''] = /\/usercopytrade\/[0-9a-f-]{36}/.exec(await ivy.page('/usercopytrade')) ?? [];
    const path = (act: string) => `${copy}?do=${act}`;
    expect(await press(ivy, copy, 'pause')).toContain('Paused.');
    expect(await press(ivy, copy, 'resume')).toContain('Copying again.');
    expect(await refused(ivy, path('top-up'), { amount: 'much' })).toContain('value="much"');
    expect(await press(ivy, path('top-up'), 'top-up', { amount: '120' })).toContain('The copy was topped up.');
    expect(await press(ivy, path('reduce'), 'reduce', { amount: '20' })).toMatch(/Taken out|leaves the copy/);
    const stopped = await press(ivy, path('stop'), 'stop');
    expect(stopped).toMatch(/The copy (has stopped|is stopping)/);
  });

  test('an identity check is refused incomplete, sent, rejected with a reason, sent again and approved', async () => {
    // Decides the demonstration's entries first, so that the queue is empty.
    const decide = async (decision: string, added: Fields = {}) =>
      await agree(ada, await formFor(ada, '/admin/kyc', decision, added), added);
    await decide('approve');
    const { client } = await newcomer();
    const documents = { country: 'United Kingdom', state: 'England', postalCode: 'N1 9GU', address: '1 Wharf Road' };
    const send = async (added: Fields) => await client.submit('/kyc', { document: await pictureFile(), ...added });
    const incomplete = await (await send({ country: 'United Kingdom' })).text();
    expect(incomplete).toContain('Please fill all fields and upload a document.');
    expect(incomplete).toContain('<option selected="">United Kingdom<');
    expect(await landed(client, await send(documents))).toContain('under review');
    await decide('reject', { reason: 'The picture is red' });
    expect(await client.page('/kyc')).toContain('The picture is red');
    await landed(client, await send(documents));
    await decide('ask-again', { paper: 'proofOfAddressFileId', reason: 'It is older than three months' });
    const expected = await client.page('/kyc');
    expect(expected).toContain('It is older than three months');
    expect(expected).not.toContain('name="postalCode"');
    expect(await landed(client, await send({}))).toContain('under review');
    await decide('approve', { validUntil: '2199-01-01' });
    expect(await client.page('/settings')).toContain('Approved');
  });

  test('the profile, the picture, the password, other sessions and the account itself', async () => {
    const { client, email } = await newcomer();
    expect(await refused(client, '/settings', { lastname: '', zipcode: 'N1 9GU' })).toContain('value="N1 9GU"');
    expect(await fill(client, '/settings', { lastname: 'O’Moss' })).toContain('Profile successfully updated');
    expect(await press(client, '/settings/picture', 'upload', { profilepicture: await pictureFile() })).toMatch(
      /src="\/files\//,
    );
    expect(await press(client, '/settings/picture', 'remove')).not.toMatch(/<header.*src="\/files\//s);

    const other = await new Client(installation).signIn({ email, password: PASSWORD });
    const chosen = 'a longer walk in the rain';
    const passwords = { currentPassword: PASSWORD, newPassword: chosen, confirmPassword: chosen };
    expect(await refused(client, '/settings/password', { ...passwords, currentPassword: 'no' })).toContain(
      'This is not your current password',
    );
    expect(await fill(client, '/settings/password', passwords)).toContain('password successfully changed!');
    expect((await other.fetch('/dashboard')).status).toBe(303);

    await other.signIn({ email, password: chosen });
    await fill(other, '/settings/sessions', { session: 'all' });
    expect((await client.fetch('/dashboard')).status).toBe(303);

    await client.signIn({ email, password: chosen });
    expect(await refused(client, '/settings/close', { email: 'no@example.com', password: chosen })).toContain(
      'This is not the email of this account',
    );
    expect(await fill(client, '/settings/close', { email, password: chosen })).toContain('Your account is closed');
  });

  test('notifications are marked as read, and a deposit is cancelled', async () => {
    expect(await landed(ivy, await ivy.post(await ivy.form('/notifications', 'upTo')))).toContain(
      'You have read them all.',
    );
    const { client } = await newcomer();
    const sent = await client.submit('/checkout?method=ETH&amount=500', { proof: await pictureFile() });
    const receipt = sent.headers.get('Location') ?? '';
    expect(await fill(client, receipt, { id: receipt.replace(/.*\/|#.*/g, '') })).toContain('Deposit cancelled');
  });

  test('own trading: unlocked, money in, an order, partly closed, the rest changed, money out, locked; a tag and a note', async () => {
    const { client, user } = await newcomer(2_000);
    const path = '/live-trading?symbol=BTCUSD';
    await press(ada, user, 'verified', { verified: 'on' });
    expect(await press(client, path, 'put-in', { amount: '1000' })).toContain('The money is now in your own trading.');
    const ticket = (amount: string) => `${path}&side=buy&unit=size&amount=${amount}&leverage=1&stop=1`;
    const refusedTicket = await client.fetch(ticket('1e30'));
    expect(refusedTicket.status).toBe(400);
    const html = await refusedTicket.text();
    expect(html).toContain('Enter the size as a number');
    expect(html).toContain('value="1e30"');
    // The estimate is shown before the order is placed.
    const review = textOf(await client.page(ticket('0.005')));
    for (const term of ['Margin, leverage 1 $', 'Spread, in the price $', 'Result at the stop of 1 −$']) {
      expect(review).toContain(term);
    }
    expect(await press(client, ticket('0.005'), 'order', {})).toContain('Bought 0.005 BTC/USD at ');
    expect(await press(client, `${path}&close=BTCUSD`, 'close', { size: '0.002' })).toContain(
      'Closed a long of 0.002 BTC/USD at ',
    );
    expect(await press(client, `${path}&change=BTCUSD`, 'amend', { stop: '2' })).toContain('were changed');
    // A form that lacks a field leaves it unchanged.
    const { fields, ...change } = await formFor(client, `${path}&change=BTCUSD`, 'amend');
    const { stop: _, ...lacking } = fields;
    await landed(client, await client.post({ ...change, fields: lacking }, { takeProfit: '900000' }));
    expect((await formFor(client, `${path}&change=BTCUSD`, 'amend')).fields).toMatchObject({ stop: '2.00' });
    expect(await press(client, path, 'take-out', { amount: '100' })).toContain('The money is available again.');
    await press(ada, user, 'verified', { verified: 'off' });
    expect(await press(ada, user, 'tag', { tag: ' VIP ' })).toContain('is tagged “vip”');
    expect(await press(ada, user, 'note', { note: 'Rang about a payment' })).toContain('Rang about a payment');
    expect(await press(ada, user, 'untag', { tag: 'vip' })).toContain('is no longer tagged “vip”');
    expect(await client.page(path)).toContain('Live sessions');
  });

  test('a trader application, which an administrator approves', async () => {
    const { client, email } = await newcomer();
    await installation.run('tests/e2e/giveRecord.ts', [email]);
    const request = await press(client, '/live-trading', 'ask-to-be-copied', { minimum: '200' });
    expect(request).toContain('Your trader application waits for management.');
    await agree(ada, await formFor(ada, '/admin/leader-requests', 'accept'));
    expect(await client.page('/live-trading')).toContain('Who copies you is not shown.');
  });
});

describe('an administrator’s forms', () => {
  test('an account is closed, paid out and reopened', async () => {
    const { email, user } = await newcomer(50);
    const closed = { email, reason: 'Asked for by phone' };
    expect(await press(ada, `${user}?do=close`, 'close', closed)).toContain('The account is closed');
    const owed = () => formFor(ada, `${user}?do=pay-out`, 'pay-out');
    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    const paid = { method: 'BTC', wallet: `${wallet}X`, reason: 'Asked for in person' };
    expect(await (await ada.post(await owed(), paid)).text()).toMatch(/This is not a valid .* address/);
    await agree(ada, await owed(), { ...paid, wallet });
    expect(await ada.page('/admin/withdrawals')).toContain(email);
    await agree(ada, await formFor(ada, `${user}?do=reopen`, 'reopen'), { reason: 'Came back' });
    expect(await ada.page(user)).toContain('Close account');
  });

  test('an account is frozen, which its pages say, and unfrozen with a reason', async () => {
    const { client, user } = await newcomer();
    await press(ada, `${user}/freeze`, 'freeze', { reason: 'A stranger signed in' });
    expect(await client.page('/dashboard').catch(() => 'signed out')).toMatch(/Your account is frozen|signed out/);
    await agree(ada, await formFor(ada, `${user}/freeze`, 'unfreeze'), { reason: 'Seen in person' });
    expect(await ada.page(`${user}/freeze`)).toContain('Freeze');
  });

  test('withdrawals only are frozen: each page and a request say why, until they are unfrozen', async () => {
    const { client, user } = await newcomer(100);
    const part = `${user}/freeze?part=withdrawals`;
    const preview = '/withdraw?method=BTC&WithdrawAmount=60';
    expect(textOf(await client.page(preview))).toContain('Rate 1 USD = 1 USD');
    const opened = await client.form(preview, 'wallet');
    expect(await press(ada, part, 'freeze', { reason: 'We ask for papers.' })).toContain('Withdrawals frozen');
    const message = 'are frozen: We ask for papers. Nothing is paid out until support has checked';
    expect(await client.page('/dashboard')).toContain(message);
    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    const late = await client.post(opened, { wallet });
    expect(late.status).toBe(400);
    for (const page of [await late.text(), await client.page(preview)]) {
      expect(page).toContain('You can’t withdraw now');
      expect(page).toContain('from your account are frozen: We ask for papers.');
      expect(page).not.toContain('name="wallet"');
    }
    expect(await ada.page(`/admin/users?q=${user.split('/').at(-1)}`)).toContain('Withdrawals frozen');
    await agree(ada, await formFor(ada, part, 'unfreeze'), { reason: 'Papers seen' });
    expect(await client.page('/dashboard')).not.toContain(message);
  });

  test('a user’s risk is rated with a reason, which the staff’s lists show and the user can’t read', async () => {
    const { client, user } = await newcomer();
    expect(await (await ada.submit(`${user}/risk`, { rating: 'high' })).text()).toContain('Enter a reason');
    await agree(ada, await ada.form(`${user}/risk`, 'rating'), { rating: 'high', reason: 'Money from a mixer' });
    expect(await ada.page(user)).toContain('High: Money from a mixer');
    expect(await ada.page('/admin/users?risk=high')).toContain(user);
    expect(await client.page('/account.json')).not.toMatch(/mixer/);
  });

  test('a deposit is rejected with a reason', async () => {
    const { client, user } = await newcomer();
    const other = await newcomer();
    for (const each of [client, other.client]) {
      await each.submit('/checkout?method=BTC&amount=5001', { proof: await pictureFile({ width: 41 }) });
    }
    const own = `/admin/deposits?user=${user.split('/').at(-1)}`;
    const queue = await ada.page(own);
    expect(queue).toContain('The same proof came with other deposits');
    expect(queue).toContain(`/admin/deposits?user=${other.user.split('/').at(-1)}`);
    const page = await press(ada, own, 'reject', { reason: 'It shows another amount' });
    expect(page).toContain('Deposit rejected: ');
    // The effect is also visible on the owner's page, to which the form redirects.
    const tab = `${other.user}/deposits`;
    const [, entry = ''] = /\?item=([0-9a-f-]{36})/.exec(await ada.page(tab)) ?? [];
    const there = await press(ada, `${tab}?item=${entry}`, 'reject', { reason: 'It shows another amount' });
    expect(there).toContain('Deposit rejected: ');
    expect(there).toContain('Deposits, newest first');
    expect(await ada.page(`${user}/deposits?item=${entry}`)).not.toContain('The open entry');
  });

  test('deposits that are ticked are approved together', async () => {
    const ids: string[] = [];
    for (const { client, user } of [await newcomer(), await newcomer()]) {
      await client.submit('/checkout?method=BTC&amount=5001', { proof: await pictureFile({ width: 42 + ids.length }) });
      const [, id = ''] =
        /name="ids"[^>]*value="([^"]+)"/.exec(await ada.page(`/admin/deposits?user=${user.split('/').at(-1)}`)) ?? [];
      ids.push(id);
    }
    const answer = await ada.agree(await formFor(ada, '/admin/deposits', 'several'), { decision: 'approve', ids });
    expect(await landed(ada, answer)).toContain('2 of 2 decided');
  });

  let edits = 0;
  test.each(['firstname', 'nationality', 'minimumcapital', 'capital', 'winRate', 'rrRatio'])(
    'an edit of a trader that lacks %s leaves it unchanged',
    async (lacked) => {
      const [, id = ''] = /\?edit=([0-9a-f-]{36})/.exec(await ada.page('/admin/traders')) ?? [];
      const path = `/admin/traders?edit=${id}`;
      const shown = async (): Promise<Record<string, string | undefined>> => {
        const page = await ada.page(path);
        const [, nationality] = /<option selected="">([^<]+)/.exec(page) ?? [];
        return { ...(await formFor(ada, path, 'edit')).fields, nationality };
      };
      edits += 1;
      const all = { capital: String(5_000 + edits), winRate: '60', rrRatio: '1:2' };
      await ada.agree(await formFor(ada, path, 'edit'), all);
      const { fields, ...form } = await formFor(ada, path, 'edit');
      const before = await shown();
      const lastname = `Moss ${'abcdefg'[edits]}`;
      const { [lacked]: _, ...lacking }: Record<string, string> = { ...fields, lastname };
      await agree(ada, { ...form, fields: lacking });
      const { _key, _csrf, ...after } = await shown();
      expect(after).toEqual({ ...before, _key: undefined, _csrf: undefined, lastname });
    },
  );

  test('a statement is imported in three steps', async () => {
    const path = '/admin/reconciliation/ETH/import';
    expect(await ada.page('/admin/reconciliation')).toContain(`href="${path}"`);
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const statement = new File([`Date,Amount,TxID\r\n${day} 10:00,0.5,${'ab'.repeat(32)}`], 'eth.csv');
    const there = (await ada.post(await formFor(ada, path, 'file'), { statement })).headers.get('Location') ?? '';
    expect(textOf(await ada.page(there))).toContain('Step 2 of 3: Choose the columns');
    const columns = { date: 'Date', dateOrder: 'day', decimals: 'point', amount: 'Amount', transactionId: 'TxID' };
    expect(textOf(await press(ada, there, 'columns', columns))).toContain('1 new line, 0 imported before');
    expect(textOf(await press(ada, there, 'take'))).toContain('1 line imported, 0 matched');
    expect(textOf(await ada.page('/admin/reconciliation'))).toContain('ETH More 1 break');
  });

  test('results are imported from a file once its lines are valid', async () => {
    const csv = (...lines: string[]) => new File([['pair,type,amount,date', ...lines].join('\r\n')], 'results.csv');
    const form = await formFor(ada, '/admin/trades', 'import-trades');
    const [, trader = ''] = /<option value="([0-9a-f-]{36})"/.exec(await ada.page('/admin/trades')) ?? [];
    const wrong = await ada.post(form, { id: trader, log: csv('EUR/USD,won,12.30,2026-01-05') });
    expect(await wrong.text()).toContain('use profit or loss');
    await agree(ada, form, { id: trader, log: csv('EUR/USD,profit,12.30,2026-01-05') });
    expect(await ada.page('/admin/trades')).toContain('+$12.30');
  });
});
