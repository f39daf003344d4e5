import type { Page } from '@playwright/test';
import { expect, newcomer, PIXEL, signIn, test } from './support';

// Uses its own page instead of the fixture's, because the browser logs lost connections on the console.
test('a money form that is cut off is sent again automatically, and counts once', async ({ browser, installation }) => {
  const context = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await newcomer(page, 'cutoff');
  await page.goto('/checkout?method=ETH&amount=75');

  // The server receives the first post, but its answer is lost. The second post never reaches the server.
  let posts = 0;
  await page.route('**/checkout*', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    posts += 1;
    if (posts === 1) await route.fetch();
    if (posts <= 2) return await route.abort('connectionreset');
    await route.continue();
  });
  await page.locator('[name=proof]').setInputFiles(PIXEL);
  await page.locator('form:has([name=proof]) button[type=submit]').click();
  await expect(page.getByText('There is no connection just now.')).toBeVisible();
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page).toHaveURL(/\/deposit\/[0-9a-f-]{36}$/);
  expect(posts).toBe(3);
  await expect(page.getByText('Your deposit is being reviewed.')).toBeVisible();
  await expect(page.getByText('$75.00')).toHaveCount(1);
  await context.close();
});

test('a waiting form is sent as soon as there is a connection, or cancelled', async ({ browser, installation }) => {
  const context = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await signIn(page, installation.demonstration.investor);
  const script = page.waitForResponse(/StoredOnDevice/);
  await page.goto('/withdraw?method=BTC&WithdrawAmount=31');
  await script;
  const wallet = page.locator('[name=wallet]');
  const sendOffline = async () => {
    await wallet.fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
    await context.setOffline(true);
    await page.locator('form:has([name=wallet]) button[type=submit]').click();
    await expect(page.getByText('There is no connection just now.')).toBeVisible();
    await expect(wallet).toHaveValue('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  };
  await sendOffline();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/withdrawlogs/);

  await page.goto('/withdraw?method=BTC&WithdrawAmount=32');
  await sendOffline();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('alert').getByText('You took this back.')).toBeVisible();
  await context.setOffline(false);
  await expect(wallet).toHaveValue('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  await page.goto('/withdrawlogs');
  await expect(page.getByRole('main').getByText('$31.00').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('$32.00')).toHaveCount(0);
  await context.close();
});

test('every page is compressed with the dictionary, with a service worker too', async ({ browser, installation }) => {
  const context = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  const dictionary = page.waitForResponse(/dictionary-\w+\.bin/);
  await page.goto('/login');
  await (await dictionary).finished();
  await signIn(page, installation.demonstration.investor);
  await page.goto('/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const path of ['/dashboard', '/traders', '/checkout?method=BTC&amount=5000', '/settings', '/login']) {
    const answer = await page.goto(path);
    expect([path, answer?.fromServiceWorker(), await answer?.headerValue('Content-Encoding')]).toEqual([
      path,
      true,
      'dcz',
    ]);
  }
  await context.close();
});

/** Addresses of pages cached on the device, without files. */
const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const paths = all.flat().map(({ url }) => new URL(url).pathname);
    return paths.filter((path) => !/^\/assets\/[\w.-]+\.(css|js|svg)$/.test(path));
  });

test('without a connection a page of ours says so, and no figure is stored unless the person asked to be remembered', async ({
  browser,
  installation,
}) => {
  const context = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await signIn(page, installation.demonstration.investor);
  await page.goto('/dashboard');
  await page.evaluate(async () => {
    // Simulates a cached page of another user whose session has ended.
    await (await caches.open('pages other@example.com')).put('/transactions', new Response('theirs'));
    await navigator.serviceWorker.ready;
  });
  for (const path of ['/transactions', '/dashboard']) await page.goto(path);
  await expect.poll(() => keptPages(page)).toEqual(['/offline']);

  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect(page.getByText('Total Balance')).toHaveCount(0);
  // Rendered with its styles.
  expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('Total Balance').first()).toBeVisible();
  await context.close();
});

test('a remembered device shows the pages seen last without a connection, until it is signed out', async ({
  browser,
  installation,
}) => {
  const context = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await signIn(page, installation.demonstration.investor, true);
  await page.goto('/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => keptPages(page)).toContain('/dashboard');
  // Navigations by script are cached too.
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await expect.poll(() => keptPages(page)).toContain('/transactions');
  const shown = (await page.getByRole('main').getByRole('row').nth(1).textContent())?.split(/\s/);
  await menu.getByRole('link', { name: 'Investment plans' }).click();
  await expect(page).toHaveURL(/\/plans$/);
  // A form without an answer is noted in this way (`kept.spec.ts`).
  const note = async (person: string) =>
    (await caches.open(`pages ${person}`)).put('/kept/waiting', new Response('Deposit'));
  await page.evaluate(note, installation.demonstration.investor.email);

  await context.setOffline(true);
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('link', { name: /^Read the page as it was on/ }).click();
  const asItWas = page.getByText('There is no connection. This is the page as it was on');
  await expect(asItWas).toBeVisible();
  await expect(page.locator('time').first()).toContainText('2026');
  const read = (await page.getByRole('main').getByRole('row').nth(1).textContent())?.split(/\s/);
  expect(read).toEqual(shown);
  expect(await page.locator('form, button, input, script').count()).toBe(0);
  expect(await page.evaluate(() => [...document.styleSheets].every(({ cssRules }) => cssRules.length > 0))).toBe(true);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('Total Balance').first()).toBeVisible();
  await expect(asItWas).toBeVisible();
  // A page that was not opened.
  await page.goto('/ranking');
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect(page.getByText('Waiting to be sent: Deposit.')).toBeVisible();

  await context.setOffline(false);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await keptPages(page)).filter((path) => path !== '/offline')).toEqual([]);
  await context.close();
});

test('a link without a connection leaves the page in place, and opens when there is one', async ({
  browser,
  installation,
}) => {
  const context = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await signIn(page, installation.demonstration.investor);
  await page.goto('/dashboard');
  // Prevents that the script of a page not opened before is missing.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const notice = page.getByText('There is no connection just now. The page opens as soon as it can.');
  await context.setOffline(true);
  await menu.getByRole('link', { name: 'Investment plans' }).click();
  await expect(notice).toBeVisible();
  await expect(page.getByText('Total Balance').first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  // Another choice replaces the first.
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/transactions$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await expect(notice).toBeHidden();
  await context.close();
});

test('a refused link says why: at once, or while it waits to be retried', async ({ browser, installation }) => {
  const context = await browser.newContext({ baseURL: installation.origin });
  const page = await context.newPage();
  await signIn(page, installation.demonstration.investor);
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const contentType = 'text/plain; charset=utf-8';
  const busy = {
    status: 429,
    contentType,
    headers: { 'Retry-After': '60' },
    body: 'Please wait 60 seconds and try again.',
  };
  await page.route('**/plans.data*', (route) => route.fulfill(busy), { times: 1 });
  await menu.getByRole('link', { name: 'Investment plans' }).click();
  await expect(page.getByText('Please wait 60 seconds and try again. The page opens as soon as it can.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/plans$/);

  await page.route('**/transactions.data*', (route) => route.fulfill({ status: 413, contentType, body: '' }));
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This is too large' })).toBeVisible();
  await context.close();
});
