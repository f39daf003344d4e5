import type { Page, Route } from '@playwright/test';
import { expect, newcomer, PIXEL, signIn, test } from './support';

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'What a device keeps, it keeps by its script');

const stored = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((store) => Object.entries(store))
      .filter(([name]) => name.startsWith('kept '))
      .map(([name, text]) => `${name}: ${text}`),
  );

async function remembered(page: Page, username: string) {
  const me = await newcomer(page, username);
  await page.context().clearCookies({ name: /session/ });
  await signIn(page, me, true);
  return me;
}

/** Waits until the input is stored, a moment after the last key. */
const keeps = (page: Page, text: string) => expect.poll(async () => (await stored(page)).join()).toContain(text);

/** Types by keystrokes once the page stores input. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await expect(async () => {
    await page.locator(field).fill('');
    await page.locator(field).pressSequentially(text);
    await expect.poll(async () => (await stored(page)).join(), { timeout: 1_500 }).toContain(text);
  }).toPass();
}

test('input survives a reload, a closed tab and a session that ended, and is removed when sent or signed out', async ({
  page,
}) => {
  const me = await remembered(page, 'half-typed');
  await page.goto('/settings');
  await type(page, '[name=address]', '12 Long Road');
  await page.reload();
  await expect(page.locator('[name=address]')).toHaveValue('12 Long Road');
  await expect(page.getByText('and did not send is back in the form')).toBeVisible();
  await page.getByRole('button', { name: 'Clear it' }).click();
  await expect(page.locator('[name=address]')).toHaveValue('');
  expect(await stored(page)).toEqual([]);
  await type(page, '[name=address]', '34 Long Road');

  // Neither a secret nor a code is stored.
  await page.goto('/settings/password');
  await page.locator('[name=newPassword]').pressSequentially('not to be kept');
  // A reload is the last moment at which the browser stores input.
  await page.reload();
  expect((await stored(page)).join()).not.toContain('not to be kept');

  // Sent after the session ended in another tab, the form leads to the sign-in and back to its input.
  const tab = await page.context().newPage();
  await page.close();
  await tab.goto('/settings');
  await expect(tab.locator('[name=address]')).toHaveValue('34 Long Road');
  await tab.context().clearCookies({ name: /session/ });
  await tab.locator('form:has([name=address]) button[type=submit]').click();
  await expect(tab).toHaveURL(/\/login/);
  await tab.locator('[name=email]').fill(me.email);
  await tab.locator('[name=password]').fill(me.password);
  await tab.locator('[name=rememberme]').check();
  await tab.locator('form:has([name=password]) button[type=submit]').click();
  await expect(tab).toHaveURL(/\/settings/);
  await expect(tab.locator('[name=address]')).toHaveValue('34 Long Road');
  await tab.locator('form:has([name=address]) button[type=submit]').click();
  await expect(tab.getByText('Profile successfully updated').first()).toBeVisible();
  await expect.poll(() => stored(tab)).toEqual([]);

  await type(tab, '[name=address]', '56 Long Road');
  await tab.getByRole('button', { name: 'Log out' }).first().click();
  await expect(tab).toHaveURL(/\/login/);
  expect(await stored(tab)).toEqual([]);
});

test('an amount that was typed into a step survives a reload, and is removed with the step', async ({ page }) => {
  await remembered(page, 'half-asked');
  await page.goto('/fundwallet?method=BTC');
  await type(page, '[name=amount]', '2500');
  await page.reload();
  await expect(page.locator('[name=amount]')).toHaveValue('2500');
  await expect(page.getByText('and did not send is back in the form')).toBeVisible();
  await page.locator('form:has([name=amount]) button[type=submit]').first().click();
  await expect(page).toHaveURL(/\/checkout\?method=BTC&amount=2500/);
  expect((await stored(page)).join()).not.toContain('2500');
});

test('if nobody asked to be remembered, input survives a reload, and another tab does not have it', async ({
  page,
}) => {
  await newcomer(page, 'not-remembered');
  await page.goto('/settings');
  await type(page, '[name=address]', '12 Long Road');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(expect.stringContaining('kept '));
  await page.reload();
  await expect(page.locator('[name=address]')).toHaveValue('12 Long Road');
  const tab = await page.context().newPage();
  await tab.goto('/settings');
  expect(await stored(tab)).toEqual([]);
});

test('a form that was sent without a connection is sent after a reload, once, from one tab, or cancelled', async ({
  page,
}) => {
  await remembered(page, 'waiting');
  const context = page.context();
  // The script that stores forms comes after the page.
  const script = page.waitForResponse(/StoredOnDevice/);
  await page.goto('/checkout?method=ETH&amount=75');
  await script;
  await page.locator('[name=proof]').setInputFiles(PIXEL);
  await expect(page.getByText('is uploaded already')).toBeVisible();
  let posts = 0;
  let isCut = true;
  const cut = async (route: Route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    posts += 1;
    // The server receives each post, but its answer is lost.
    if (isCut) await route.fetch();
    return isCut ? await route.abort('connectionreset') : await route.continue();
  };
  await context.route('**/checkout.data*', cut);
  await page.locator('form:has([name=proof]) button[type=submit]').click();
  await expect(page.getByText('waits for a connection. It is also sent')).toBeVisible();
  await keeps(page, '/checkout.data');

  // Needed by pages that are read offline (`connection.spec.ts`).
  const noted = () => page.evaluate(async () => (await caches.match('/kept/waiting'))?.text());
  await expect.poll(noted).toBe('Deposit');

  await page.goto('/dashboard');
  const waiting = page.getByText('had no answer yet. It is sent until there is one');
  await expect(waiting).toBeVisible();
  const other = await context.newPage();
  await other.goto('/transactions');
  await expect(other.getByText('is being sent by another tab')).toBeVisible();
  isCut = false;
  await expect(page.getByText('has arrived.')).toBeVisible();
  await expect(other.getByText('is being sent by another tab')).toBeHidden();
  expect(posts).toBeGreaterThan(2);
  expect(await stored(page)).toEqual([]);
  await expect.poll(noted).toBeUndefined();
  await page.goto('/deposit');
  await expect(page.getByRole('main').getByText('$75.00')).toHaveCount(1);
  await other.close();
});
