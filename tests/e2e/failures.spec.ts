import type { Page } from '@playwright/test';
import { expect, test } from './support';

const WRONG = 'Something went wrong. Please try again.';
const toast = (page: Page) => page.locator('.toast');

test('what fails is told in a toast too, by its kind', async ({ page, installation, javaScriptEnabled }) => {
  const { email, password } = installation.demonstration.investor;
  const tries = [
    ['missing@example.com', 'nothing', 'User does not exist', 'bg-loss'],
    [email, 'not the password', 'Warning! Incorrect password', 'bg-warning'],
  ] as const;
  await page.goto('/login');
  for (const [address, typed, words, colour] of tries) {
    await page.locator('[name=email]').fill(address);
    await page.locator('[name=password]').fill(typed);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect(toast(page).getByText(words)).toBeVisible();
    await expect(toast(page).locator('.toast-bar')).toHaveClass(new RegExp(colour));
    // Read out once: the summary is what a reader hears.
    await expect(page.getByRole('status').getByText(words)).toHaveCount(0);
    await expect(toast(page)).toBeHidden();
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page).getByText('No changes were made')).toBeVisible();
  await expect(toast(page).locator('.toast-bar')).toHaveClass(/bg-accent/);
  await expect(page.getByText('There is a problem')).toHaveCount(0);
  if (!javaScriptEnabled) return;
  // What the browser finds itself is told once for each press, and not with every letter that mends it.
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

// The browser itself complains of lost connections on the console, so not the fixture's page.
test('a form that gets no answer, or a fault, stays as it was typed', async ({
  browser,
  installation,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'without JavaScript the browser tells of a lost connection');
  const context = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'block' });
  const page = await context.newPage();
  const attempt = async (path: string, name: string, button: string) => {
    const typed = await page.locator(`[name=${name}]`).inputValue();
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
      await expect(page.locator(`[name=${name}]`)).toHaveValue(typed);
      await expect(page).toHaveURL(new RegExp(path));
      await page.unrouteAll();
    }
  };
  await page.goto('/login');
  await page.locator('[name=email]').fill(installation.demonstration.investor.email);
  await page.locator('[name=password]').fill(installation.demonstration.investor.password);
  await attempt('/login', 'email', 'Login');
  // The password is still there, and the answer is the form's own.
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto('/settings');
  await page.locator('[name=zipcode]').fill('N1 9GU');
  await attempt('/settings', 'zipcode', 'Save');
  await context.close();

  const other = await browser.newContext({ baseURL: installation.origin, serviceWorkers: 'block' });
  const visitor = await other.newPage();
  await visitor.goto('/signup');
  await visitor.locator('[name=userName]').fill('mia-offline');
  const answers = {
    firstName: 'Mia',
    lastName: 'Moss',
    email: 'mia-offline@example.com',
    phonenumber: '+44 20 7946 0123',
  };
  const passwords = { password: 'a long walk in the rain', confirmPassword: 'a long walk in the rain' };
  for (const [name, value] of Object.entries({ ...answers, ...passwords })) {
    await visitor.locator(`[name=${name}]`).fill(value);
  }
  await other.setOffline(true);
  await visitor.getByRole('button', { name: 'Register' }).click();
  await expect(visitor.getByRole('alert').getByText(WRONG)).toBeVisible();
  await expect(visitor.locator('[name=password]')).toHaveValue(passwords.password);
  await other.setOffline(false);
  await visitor.getByRole('button', { name: 'Register' }).click();
  await expect(visitor).toHaveURL(/\/verify/);
  await other.close();
});
