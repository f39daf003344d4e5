import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import type { Installation } from '../support/servers/installation';
import { administrator, expect, signIn, test } from './support';

const WRONG = 'Something went wrong. Please try again.';
const toast = (page: Page) => page.locator('.toast');

test('a failure is also shown in a toast, by its kind', async ({ page, installation, javaScriptEnabled }) => {
  const { email, password } = installation.demonstration.investor;
  const tries = [
    ['missing@example.com', 'nothing', 'User does not exist. Check the address.', 'bg-loss'],
    [email, 'not the password', 'Incorrect password', 'bg-warning'],
  ] as const;
  await page.goto('/login');
  for (const [address, entered, words, colour] of tries) {
    await page.locator('[name=email]').fill(address);
    await page.locator('[name=password]').fill(entered);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect(toast(page).getByText(words)).toBeVisible();
    await expect(toast(page).locator('.toast-bar')).toHaveClass(new RegExp(colour));
    // Read out once: a screen reader reads the summary.
    await expect(page.getByRole('status').getByText(words)).toHaveCount(0);
    await expect(toast(page)).toBeHidden();
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page).getByText('No changes were made')).toBeVisible();
  await expect(toast(page).locator('.toast-bar')).toHaveClass(/bg-accent/);
  await expect(page.getByText('There is a problem')).toHaveCount(0);
  if (!javaScriptEnabled) return;
  // The page announces validation errors once per submit, not on each correction.
  await page.locator('[name=firstname]').fill('');
  await page.locator('[name=lastname]').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page).getByText('Enter your first name')).toBeVisible();
  await expect(toast(page)).toBeHidden();
  await page.locator('[name=firstname]').fill('I');
  await expect(page.getByRole('alert').getByText('Enter your last name')).toBeVisible();
  await expect(toast(page)).toBeHidden();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page).getByText('Enter your last name')).toBeVisible();
});

/** Renames a table: what reads it fails, as a fault of this product does. */
async function without(table: string, { dataDir }: Installation, work: () => Promise<void>) {
  const database = new Database(join(dataDir, 'mirrorbook.db'));
  const rename = (from: string, to: string) => database.exec(`alter table "${from}" rename to "${to}"`);
  rename(table, `${table}_away`);
  try {
    await work();
  } finally {
    rename(`${table}_away`, table);
    database.close();
  }
}

test('a page that fails is shown in its own frame, with its number and the way home', async ({
  browser,
  installation,
  javaScriptEnabled,
}) => {
  // Uses its own page instead of the fixture's, because the browser logs each 500 response on the console.
  const visitor = await (await browser.newContext({ baseURL: installation.origin, javaScriptEnabled })).newPage();
  const investor = await (await browser.newContext({ baseURL: installation.origin, javaScriptEnabled })).newPage();
  await signIn(investor, installation.demonstration.investor);
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  const pages = [
    { page: visitor, path: '/someone/verify/something', table: 'token', home: 'Go to the start page' },
    { page: investor, path: '/deposit', table: 'deposit', home: 'Go to Home' },
    { page: admin, path: '/admin/outbox', table: 'mail', home: 'Go to the overview' },
    // The frame itself fails: its badges count deposits.
    { page: admin, path: '/admin/jobs', table: 'deposit', home: 'Go to the overview' },
  ];
  for (const { page, path, table, home } of pages) {
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    await without(table, installation, async () => {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 500]);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
      await expect(page.getByRole('main').getByText(answer?.headers()['x-request-id'] ?? 'none')).toBeVisible();
    });
    // Hydration matches the server's markup.
    expect(broken).toEqual([]);
    await expect(page.getByRole('main').getByRole('link', { name: home })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Open the page again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!');
  }
  await admin.goto('/admin/no-such-page');
  const main = admin.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Users' })).toBeVisible();
  await expect(main.locator('[aria-current]')).toHaveCount(0);
  for (const { page } of pages) await page.context().close();
});

// The browser itself logs lost connections on the console, so not the fixture's page.
test('a form without an answer, or with an internal error, keeps its input', async ({
  browser,
  installation,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'without JavaScript the browser tells of a lost connection');
  const context = await browser.newContext({ baseURL: installation.origin });
  const page = await context.newPage();
  const attempt = async (path: string, name: string, button: string) => {
    const entered = await page.locator(`[name=${name}]`).inputValue();
    for (const failure of ['lost', 'broken', 'refused by a proxy'] as const) {
      await page.route(
        (url) => url.pathname.startsWith(path),
        async (route) => {
          if (route.request().method() !== 'POST') return await route.continue();
          if (failure === 'lost') return await route.abort('connectionreset');
          const thrown = '[{"_1":2},"error",{"_3":4},"data","a detail"]\n';
          const remix = { status: 500, contentType: 'text/x-script; charset=utf-8', body: thrown };
          const proxy = { status: 502, contentType: 'text/html', body: '<p>Bad gateway</p>' };
          await route.fulfill(failure === 'broken' ? remix : proxy);
        },
      );
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('alert').getByText(WRONG)).toBeVisible();
      await expect(toast(page).getByText(WRONG)).toBeVisible();
      await expect(page.locator(`[name=${name}]`)).toHaveValue(entered);
      await expect(page).toHaveURL(new RegExp(path));
      await page.unrouteAll();
    }
  };
  await page.goto('/login');
  await page.locator('[name=email]').fill(installation.demonstration.investor.email);
  await page.locator('[name=password]').fill(installation.demonstration.investor.password);
  await attempt('/login', 'email', 'Log in');
  // The password is still there, and the answer is the form's own.
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto('/settings');
  await page.locator('[name=zipcode]').fill('N1 9GU');
  await attempt('/settings', 'zipcode', 'Save');
  await context.close();

  const other = await browser.newContext({ baseURL: installation.origin });
  const visitor = await other.newPage();
  await visitor.goto('/signup');
  const answers = {
    firstName: 'Mia',
    lastName: 'Moss',
    email: 'mia-offline@example.com',
    password: 'a long walk in the rain',
  };
  for (const [name, value] of Object.entries(answers)) {
    await visitor.locator(`[name=${name}]`).fill(value);
  }
  await other.setOffline(true);
  await visitor.getByRole('button', { name: 'Sign up' }).click();
  await expect(visitor.getByRole('alert').getByText(WRONG)).toBeVisible();
  await expect(visitor.locator('[name=password]')).toHaveValue(answers.password);
  await other.setOffline(false);
  await visitor.getByRole('button', { name: 'Sign up' }).click();
  await expect(visitor).toHaveURL(/\/verify/);
  await other.close();
});
