import { readFile } from 'node:fs/promises';
import { administrator, expect, newcomer, signIn, test } from './support';

test('transactions: tabs, filters, pages, the statement and the files', async ({ page, installation }) => {
  await signIn(page, installation.demonstration.investor);
  await page.goto('/dashboard');
  /** Rows of transactions without the headings of their days. */
  const rows = page.locator('tbody tr:has(td)');
  // The total includes open positions at their current price; the rows are the booked part of it.
  const [, shown = ''] = /Booked\s*(\$[\d,]+\.\d\d)/.exec((await page.getByRole('main').textContent()) ?? '') ?? [];
  expect(shown).not.toBe('');

  await test.step('the newest row has the balance of the dashboard', async () => {
    await page.goto('/transactions');
    await expect(rows.first()).toContainText(shown);
    await page.getByRole('link', { name: 'Deposits', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Deposits', exact: true })).toHaveAttribute('aria-current', 'true');
    await expect(rows).toHaveCount(1);
  });

  await test.step('a filter keeps its tab, and an invalid period says so', async () => {
    await page.locator('[name=from]').fill('2026-03-04');
    await page.locator('[name=to]').fill('2026-03-03');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/show=deposits/);
    await expect(page.getByText('The last day is before the first')).toBeVisible();
    await expect(page.locator('[name=from]')).toHaveValue('2026-03-04');
    await page.goto('/transactions?show=referrals&to=2001-01-01');
    await expect(page.getByText('Nothing matches the filter.')).toBeVisible();
  });

  await test.step('each page continues where the previous one ended', async () => {
    await page.goto('/transactions');
    const last = await rows.last().textContent();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/before=/);
    // The address changes before the page does.
    await expect.poll(() => rows.allTextContents()).not.toContain(last);
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(rows.last()).toHaveText(last ?? '');
  });

  await test.step('the statement closes with the balance, and prints without menus', async () => {
    await page.getByRole('link', { name: 'Statement' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
    await expect(page.locator('dl').filter({ hasText: 'Money in' }).last()).toContainText('Fees');
    await expect(page.getByText('Issued on')).toBeHidden();
    await expect(page.locator('dl').filter({ hasText: 'Closing balance' }).last()).toContainText(shown);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Show' })).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeHidden();
    await expect(page.getByText('Simulated US dollars (paper mode)')).toBeVisible();
    await expect(page.getByText('Issued on')).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('navigation', { name: 'Months' }).getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/statement\?from=\d{4}-\d\d-01&to=/);
    await expect(page.locator('dl').filter({ hasText: 'Closing balance' }).last()).toContainText(shown);
  });

  await test.step('the files can be downloaded', async () => {
    await page.goto('/transactions');
    const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()]);
    expect(csv.suggestedFilename()).toBe('mirrorbook-statement-paper.csv');
    expect(await readFile(await csv.path(), 'utf8')).toContain('Closing balance');
    await page.goto('/settings/data');
    const everything = page.getByRole('link', { name: 'Everything (JSON)' });
    const [json] = await Promise.all([page.waitForEvent('download'), everything.click()]);
    const held = JSON.parse(await readFile(await json.path(), 'utf8'));
    expect(held.profile.email).toBe(installation.demonstration.investor.email);
  });
});

test('the bell has a count, links to the notifications, and is reset once they are read', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const { email } = await newcomer(page, `bell-${project.name}`);
  await page.goto('/dashboard');
  const bell = page.getByRole('link', { name: /^Notifications:/ });
  await expect(bell).toHaveAccessibleName(/^Notifications: 1/);
  await page.goto('/transactions');
  await expect(page.getByText('You have no transactions yet.')).toBeVisible();

  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  await admin.goto('/admin/users');
  await admin.getByRole('button', { name: `Unlock live trading of ${email}` }).click();
  await expect(admin.getByRole('button', { name: `Lock live trading of ${email}`, exact: true })).toBeVisible();
  await admin.context().close();

  await page.goto('/dashboard');
  await expect(bell).toHaveAccessibleName(/^Notifications: 2/);
  await bell.click();
  await expect(page.getByRole('link', { name: 'Make your first deposit' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Live trading was unlocked for you' })).toHaveAttribute(
    'href',
    '/live-trading',
  );
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('You have read them all.')).toBeVisible();
  await expect(bell).toHaveAccessibleName(/^Notifications: 1/);
});

test('a phone shows the tabs of the wallet in one row that starts at the current one', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await signIn(page, installation.demonstration.investor);
  await page.goto('/withdrawlogs');
  const tabs = page.getByRole('navigation', { name: 'Wallet' });
  await expect(tabs.getByRole('link', { name: 'Withdrawal history' })).toBeInViewport({ ratio: 0.99 });
  await expect(tabs.getByRole('link', { name: 'Transactions' })).not.toBeInViewport();
  const tops = await tabs
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  // The keyboard reaches hidden parts.
  await tabs.getByRole('link', { name: 'Transactions' }).focus();
  await expect(tabs.getByRole('link', { name: 'Transactions' })).toBeInViewport({ ratio: 0.99 });
});
