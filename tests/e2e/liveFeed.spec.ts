import type { Page } from '@playwright/test';
import { MirrorbookClient } from '~/api/client';
import { enrol, LiveInstallation } from '../support/liveMode';
import { ADMIN, PASSWORD, succeed } from '../support/pages/calls';
import { Client, formsOf } from '../support/pages/client';
import { keyByPage } from '../support/pages/keyByPage';
import { Exchange } from '../support/servers/exchange';
import { startSmtp } from '../support/servers/smtp';
import { test as base, expect, placeOrder, signIn } from './support';

/* Live mode on an exchange's prices: an investor and a trader's program trade, and two investors copy. */
const test = base.extend<{
  exchange: Exchange;
  live: LiveInstallation;
  smtp: Awaited<ReturnType<typeof startSmtp>>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from here
  exchange: async ({}, use) => {
    const exchange = await Exchange.start();
    await use(exchange);
    await exchange.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  smtp: async ({}, use) => {
    const smtp = await startSmtp();
    await use(smtp);
    await smtp.stop();
  },
  live: async ({ exchange, smtp }, use) => {
    const feed = {
      MARKET_FEED: 'public',
      EXCHANGE_URL: exchange.origin,
      BANK_URL: `${exchange.origin}/rates`,
      LIMITS: 'secondsBetweenQuotes=2',
    };
    const live = await LiveInstallation.create({ ...feed, SMTP_URL: smtp.url });
    await live.start();
    await use(live);
    await live.remove();
  },
  baseURL: async ({ live }, use) => use(live.origin),
});

const BEA = { email: 'bea@operator.example', password: ADMIN.password };
const ANN = { email: 'ann@customer.example', password: PASSWORD };
const BEN = { email: 'ben@customer.example', password: PASSWORD };

/** Prices come every two seconds. */
const SOON = { timeout: 40_000, intervals: [500] };

/** Two administrators, because their acts need a second one in live mode. */
async function staff(installation: LiveInstallation) {
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  await installation.createAdministrator(BEA.email, 'Bea', BEA.password);
  const [ada, bea] = [new Client(installation), new Client(installation)];
  await ada.signInAdmin(ADMIN);
  const codes = await enrol(ada, '/admin/security', ADMIN.password);
  await bea.signInAdmin(BEA);
  await enrol(bea, '/admin/security', BEA.password);
  const anonymous = new MirrorbookClient(installation.origin);
  const call = anonymous.with((await succeed(anonymous, 'admin', { ...ADMIN, otp: codes() })).token);
  const agreed = async () => {
    const path = '/admin/approvals';
    const form = formsOf(await bea.page(path), path).findLast(({ fields }) => fields._intent === 'approve');
    if (!form) throw new Error('Nothing waits for the second administrator');
    expect((await bea.post(form)).status).toBe(303);
  };
  return { ada, call, agreed };
}

test('orders wait for the next price, an investor’s and a leader’s with two copies', async ({
  page,
  exchange,
  live: installation,
  smtp,
}) => {
  test.setTimeout(240_000);
  const { ada, call, agreed } = await staff(installation);
  const anonymous = new MirrorbookClient(installation.origin);

  async function customer(
    { email, password }: typeof ANN,
    firstName: string,
    dollars: number,
  ): Promise<MirrorbookClient> {
    const userName = firstName.toLowerCase();
    const sentMails = { firstName, lastName: 'Moss', userName, email, phonenumber: '+44 20 7946 0101', password };
    await succeed(anonymous, 'register', { ...sentMails, server: 'live', deviceName: 'test' });
    const mailed = () => smtp.received.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).join('\n');
    const link = new RegExp(`username is ${userName}\\.[^]*?(http\\S+/verify/[\\w/-]+)`);
    await expect.poll(() => link.test(mailed()), SOON).toBe(true);
    const opened = await fetch(link.exec(mailed())?.[1] ?? '', { headers: { Accept: 'application/json' } });
    expect(opened.status).toBe(200);
    expect((await call.call('fundwallet', { amount: dollars, email }, { key: email })).http).toBe(202);
    await agreed();
    return anonymous.with((await succeed(anonymous, 'login', { email, password })).token);
  }

  const ann = await customer(ANN, 'Ann', 20_000);
  const ben = await customer(BEN, 'Ben', 5_000);
  let key = '';

  await test.step('the operator adds a reserve, unlocks live trading, and gives a trader’s program a key', async () => {
    const books = await ada.form('/admin/books?do=fund', 'amount');
    expect((await ada.agree(books, { reserve: 'market', amount: '100000', reason: 'Cover' })).status).toBe(303);
    await agreed();
    const users = `/admin/users?q=${encodeURIComponent(ANN.email)}`;
    const unlock = formsOf(await ada.page(users), users).find(({ fields }) => fields.verified === 'on');
    if (!unlock) throw new Error('There is no way to unlock live trading');
    expect((await ada.post(unlock, { _intent: 'verified' })).status).toBe(303);
    const trader = { firstname: 'Tom', lastname: 'Reed', nationality: 'Malta', minimumcapital: 500, capital: 10_000 };
    const declared = { winRate: '50%', avgReturn: '5%', followers: '0', rrRatio: '1:1' };
    expect((await call.call('createTrader', { ...trader, ...declared }, { key: 'tom' })).http).toBe(202);
    await agreed();
    key = await keyByPage(ada);
    await agreed();
  });

  const signal = async (id: string, action: 'buy' | 'close', more: object = {}) => {
    const body = JSON.stringify({ key, id, symbol: 'BTCUSD', action, ...more });
    const answer = await fetch(`${installation.origin}/api/signals`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body,
    });
    return { http: answer.status, ...((await answer.json()) as { state?: string; message: string }) };
  };
  const positions = page.locator('#positions');
  const again = (see: (page: Page) => Promise<boolean>, path: string) =>
    expect
      .poll(async () => {
        await page.goto(path);
        return await see(page);
      }, SOON)
      .toBe(true);

  await test.step('two investors copy the trader', async () => {
    const { traders } = await succeed(ann, 'fetchTraders', {});
    for (const copier of [ann, ben])
      await succeed(copier, 'copytrade', { trader: traders[0]?._id ?? '', amount: 1_000 });
  });

  await test.step('an own order waits, and says so', async () => {
    await signIn(page, ANN);
    await again((page) => page.getByLabel('Amount to put in').isVisible(), '/live-trading?symbol=BTCUSD');
    await page.getByLabel('Amount to put in').fill('5000');
    await page.getByRole('button', { name: 'Put in' }).click();
    await expect(page.getByText('The money is now in your own trading.').first()).toBeVisible();
    await page.goto('/live-trading?symbol=BTCUSD');
    await placeOrder(page, '0.05');
    await expect(
      page.getByText('The order for 0.05 BTC/USD waits for the next price of its source.').first(),
    ).toBeVisible();
    expect(await signal('1', 'buy', { size: '0.1' })).toMatchObject({ http: 200, state: 'waiting' });
  });

  await test.step('both are filled at the next price, and the copies at the one after', async () => {
    await again(
      async () => await positions.getByText('Bought 0.05, leverage 1').isVisible(),
      '/live-trading?symbol=BTCUSD',
    );
    await page.goto('/usercopytrade');
    const copy = (await page.locator('main a[href^="/usercopytrade/"]').first().getAttribute('href')) ?? '';
    await again(async () => (await page.getByText('Open positions').count()) > 0, copy);
  });

  await test.step('closing at a higher price pays', async () => {
    exchange.prices.BTCUSDT = { price: '61000.00' };
    await page.goto('/live-trading?symbol=BTCUSD');
    await positions.getByRole('link', { name: 'Close BTC/USD' }).click();
    await page.getByRole('button', { name: 'Close position' }).click();
    expect(await signal('2', 'close')).toMatchObject({ http: 200, state: 'waiting' });
    await again(
      async () => (await page.getByText('Bought 0.05, leverage 1').count()) === 0,
      '/live-trading?symbol=BTCUSD',
    );
    await page.goto('/usercopytrade');
    const copy = (await page.locator('main a[href^="/usercopytrade/"]').first().getAttribute('href')) ?? '';
    await again(async () => (await page.getByText('Open positions').count()) === 0, copy);
    for (const copier of [ann, ben]) {
      await expect.poll(async () => (await succeed(copier, 'getData', {})).trades.length, SOON).toBe(1);
    }
  });
  expect((await installation.audit()).output).toContain('nothing is off');
});
