import type { Page } from '@playwright/test';
import { administrator, expect, newcomer, PIXEL, signIn, test } from './support';

/** Scroll position of a page, pixels. */
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('after a post from a list the page keeps its scroll position and filters', async ({
  page,
  installation,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await signIn(page, installation.demonstration.investor);
  await page.goto('/traders?order=minimum&risk=');
  // The last of the list, since other journeys change the order.
  const card = page
    .getByRole('main')
    .locator('div[id]')
    .filter({ has: page.getByRole('button', { name: /^Watch/ }) })
    .last();
  const press = card.getByRole('button', { name: /^Watch/ });
  await press.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(300);
  await press.click();
  await expect(card.getByRole('button', { name: /stop watching/ })).toBeInViewport();
  await expect(page).toHaveURL(/\/traders\?order=minimum&risk=/);
  if (javaScriptEnabled) {
    await expect(press).toBeFocused();
    expect(Math.abs((await scrolled(page)) - before)).toBeLessThan(120);
  } else await expect(page).toHaveURL(/#[0-9a-f-]{36}$/);
  // Restored for the journeys that come after.
  await press.click();
  await expect(card.getByRole('button', { name: /^Watch / })).toBeVisible();

  await page.goto('/usercopytrade');
  await page.getByRole('link', { name: 'Helena Marchetti' }).first().click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeInViewport();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeInViewport();
  if (javaScriptEnabled) await expect(page.locator(':focus')).toHaveCount(1);
});

test('a decision of an administrator leads to the next entry', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const { email } = await newcomer(page, `place-${project.name}`);
  for (const amount of ['5001', '5002']) {
    await page.goto(`/checkout?method=BTC&amount=${amount}`);
    await page.locator('[name=proof]').setInputFiles(PIXEL);
    await page.getByRole('button', { name: 'Confirm deposit' }).click();
    await expect(page).toHaveURL(/\/deposit\/[0-9a-f-]{36}$/);
  }
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  await admin.goto(`/admin/deposits?q=${email}`);
  const lines = admin.locator('[data-line]');
  const open = admin.locator('#open-item');
  await expect(lines).toHaveCount(2);
  await expect(open).toContainText('$5,001.00');
  await open.getByText('Reject', { exact: true }).first().click();
  const reason = open.locator('form[data-key=r] [name=reason]');
  await reason.fill('The proof shows another amount');
  await open.getByRole('button', { name: 'Reject' }).click();
  await expect(admin.getByText('Deposit rejected').first()).toBeVisible();
  await expect(lines).toHaveCount(1);
  await expect(open).toContainText('$5,002.00');
  if (javaScriptEnabled) await expect(open.locator(':focus')).toHaveCount(1);
  else await expect(admin).toHaveURL(/#open-item$/);
  // The remaining entries are rejected by keyboard only.
  if (javaScriptEnabled) {
    await admin.keyboard.press('r');
    await expect(reason).toBeFocused();
    await admin.keyboard.type('The proof shows another amount');
    await admin.keyboard.press('Enter');
    await expect(admin.getByText('No entry matches the filter.')).toBeVisible();
  }
  await admin.context().close();
});
