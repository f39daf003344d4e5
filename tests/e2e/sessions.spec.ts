import { expect, newcomer, PIXEL, signIn, test } from './support';

test('a session that ended says so, and the next one begins where it was', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const me = await newcomer(page, `ended-${project.name}`);
  const step = '/checkout?method=BTC&amount=1500';
  await page.goto(step);

  const elsewhere = await browser.newContext({ baseURL: installation.origin, javaScriptEnabled });
  const other = await elsewhere.newPage();
  await signIn(other, me);
  await other.goto('/settings/sessions');
  await other.getByRole('button', { name: /^Sign out everywhere/ }).click();
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText('Your session has ended')).toHaveCount(0);

  await page.locator('[name=proof]').setInputFiles(PIXEL);
  await page.getByRole('button', { name: 'Confirm deposit' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has ended, so nothing was done. Sign in to go on.')).toBeVisible();
  await page.locator('[name=email]').fill(me.email);
  await page.locator('[name=password]').fill(me.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(new RegExp(`${step.replace('?', '\\?')}`));
  await expect(page.getByRole('main').getByText('$1,500.00').first()).toBeVisible();
});
