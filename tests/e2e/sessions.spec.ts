import { expect, newcomer, PIXEL, signIn, takenOver, test } from './support';

test('a session that ended says so, and the next one starts at the same page', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const me = await newcomer(page, `ended-${project.name}`);
  // A page that receives an update opens the login without a request of the user; this page received none.
  await page.route('**/events', () => {});
  const step = '/checkout?method=BTC&amount=1500';
  await page.goto(step);

  const elsewhere = await browser.newContext({ baseURL: installation.origin, javaScriptEnabled });
  const other = await elsewhere.newPage();
  await signIn(other, me);
  await other.goto('/settings/sessions');
  await other.getByRole('button', { name: /^Sign out of all devices/ }).click();
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText('Your session has ended')).toHaveCount(0);

  await page.locator('[name=proof]').setInputFiles(PIXEL);
  await page.getByRole('button', { name: 'Confirm deposit' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has ended, so nothing was done. Log in to continue.')).toBeVisible();
  await page.locator('[name=email]').fill(me.email);
  await page.locator('[name=password]').fill(me.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(new RegExp(`${step.replace('?', '\\?')}`));
  await expect(page.getByRole('main').getByText('$1,500.00').first()).toBeVisible();
});

test('a form of an earlier session is shown again with its input, and can be sent again', async ({ page, context }, {
  project,
}) => {
  const me = await newcomer(page, `again-${project.name}`);
  await page.goto('/settings');
  await page.locator('[name=address]').fill('1 Long Way');

  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.getByRole('complementary').getByRole('button', { name: 'Log out' }).click();
  await expect(other).toHaveURL(/\/login$/);
  await signIn(other, me);

  await page.getByRole('button', { name: 'Save' }).click();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem).toContainText(
    `You signed in again, as ${me.email}, since this page was opened, so nothing was done.`,
  );
  await expect(page.locator('[name=address]')).toHaveValue('1 Long Way');
  // The server's version; the device has the input.
  expect(await (await context.request.get('/settings')).text()).not.toContain('1 Long Way');

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile successfully updated')).toBeVisible();
  await expect(page.locator('[name=address]')).toHaveValue('1 Long Way');
});

test('a key that is pressed as React takes a page over neither fails nor is lost', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'about scripts');
  // Posts as early as React can handle it, while the separate stream with the page's data is still being read.
  await page.addInitScript(() => {
    const listen = document.addEventListener;
    document.addEventListener = (...input: Parameters<typeof listen>) => {
      listen.apply(document, input);
      if (input[0] !== 'keydown' || input[2] !== true) return;
      queueMicrotask(() => {
        const pressed = new KeyboardEvent('keydown', { key: 'M', bubbles: true });
        document.querySelector('[name=firstName]')?.dispatchEvent(pressed);
        document.documentElement.dataset.pressed = 'early';
      });
    };
  });
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.locator('[name=firstName]').pressSequentially('Mia');
  await takenOver(page, '[name=firstName]');
  await expect(page.locator('html')).toHaveAttribute('data-pressed', 'early');
  await expect(page.locator('[name=firstName]')).toHaveValue('Mia');
});
