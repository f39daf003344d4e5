import type { Page } from '@playwright/test';
import { administrator, expect, newcomer, placeOrder, signIn, test } from './support';

/** Part of an investor's live trading page about being copied. */
const copied = (page: Page) => page.locator('#copied');

test('an investor applies to be copied, is copied, and sees the number of copiers', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}) => {
  const name = `lead${javaScriptEnabled ? 'js' : 'plain'}`;
  const leader = await newcomer(page, name);
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  const elsewhere = await browser.newContext({ baseURL: installation.origin, javaScriptEnabled });
  const copier = await elsewhere.newPage();
  const { investor } = installation.demonstration;

  await test.step('applies with a record that is long enough', async () => {
    await installation.run('tests/e2e/giveRecord.ts', [leader.email]);
    await page.goto('/live-trading');
    await copied(page).getByLabel('Minimum amount of a copy').fill('200');
    await copied(page).getByRole('button', { name: 'Apply to become a trader' }).click();
    await expect(copied(page).getByText('Your trader application waits for management.')).toBeVisible();
  });

  await test.step('is approved by the administrator, who sees the effect first', async () => {
    await admin.goto('/admin/leader-requests');
    await expect(admin.getByText(leader.email, { exact: true }).filter({ visible: true })).toBeVisible();
    await admin.getByRole('button', { name: 'Approve' }).click();
    await expect(admin.getByText('No decisions are waiting.')).toBeVisible();
    await page.goto('/live-trading');
    await expect(copied(page).getByText('Who copies you is not shown.', { exact: false })).toBeVisible();
  });

  await test.step('gets a share that the administrator sets', async () => {
    await admin.goto('/admin/traders?search=Moss');
    await admin.getByRole('link', { name: 'Edit Mia Moss' }).first().click();
    await admin.getByLabel('Trader’s share').fill('20');
    await admin.getByRole('button', { name: 'Save' }).click();
    await admin.getByLabel('Reason', { exact: true }).fill('As agreed');
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText('Mia Moss changed').first()).toBeVisible();
  });

  let profile = '';
  await test.step('trades, and can’t copy their own trading', async () => {
    await page.goto('/live-trading?symbol=BTCUSD');
    await placeOrder(page, '0.02');
    await expect(page.getByText(/^Bought 0\.02 BTC\/USD at /).first()).toBeVisible();
    await page.goto('/live-trading');
    await copied(page).getByRole('link', { name: 'Your page as a trader' }).click();
    await expect(page.getByText('This is your own trading, which you can’t copy.')).toBeVisible();
    profile = new URL(page.url()).pathname;
  });

  await test.step('is copied by another, who reads the terms before', async () => {
    await signIn(copier, investor);
    await copier.goto(profile);
    await copier.getByLabel('Amount to copy with').fill('500');
    await copier.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(copier.getByText('The leader gets 20% of what this copy newly gains', { exact: false })).toBeVisible();
    await copier.getByRole('button', { name: 'Copy Mia Moss' }).click();
    await expect(copier.getByText('You are copying Mia Moss now').first()).toBeVisible();
  });

  await test.step('prices move, and both see the worth of the copy', async () => {
    await installation.moveClock('+3h');
    await copier.goto('/usercopytrade');
    await copier.getByRole('link', { name: 'Mia Moss' }).first().click();
    await expect(copier.getByText('BTC/USD, long').first()).toBeVisible();
    await page.goto('/live-trading');
    const facts = copied(page).locator('dl').first();
    await expect(facts).toContainText('Copiers1');
    await expect(facts).toContainText('In all copies$500.00');
    await expect(facts).toContainText('20%');
    await expect(copied(page)).toContainText('Needed$10.00');
    expect(await page.content()).not.toContain(investor.email);
  });

  await test.step('the copier limits the spread of a day', async () => {
    const terms = copier.locator('#main, main').getByText('Trader’s share of new profits').first();
    await expect(terms).toBeVisible();
    const spread = 'Daily spread limit';
    await copier.getByText(`${spread}: 2%`).click();
    await copier.getByLabel(spread, { exact: true }).selectOption({ label: '0.5% of the copy' });
    await copier.getByRole('button', { name: 'Set limit' }).click();
    await expect(copier.getByText('Daily spread limit set to 0.5%.').first()).toBeVisible();
    await expect(copier.getByText(`${spread}: 0.5%`)).toBeVisible();
  });

  await test.step('the copier stops, and the leader sees that too', async () => {
    await copier.getByRole('link', { name: 'Stop copying' }).click();
    await expect(copier.getByText(/^You receive about \$\d/)).toBeVisible();
    await copier.getByRole('button', { name: 'Stop copying' }).click();
    await expect(copier.getByText('The copy has stopped. Its cash is available again.').first()).toBeVisible();
    await page.goto('/live-trading');
    await expect(copied(page).locator('dl').first()).toContainText('Copiers0');
  });

  await test.step('stops being copied', async () => {
    await copied(page).getByRole('button', { name: 'Stop being copied' }).click();
    await expect(page.getByText('You can no longer be copied. The copies are ending.').first()).toBeVisible();
    await copier.goto(profile);
    await expect(copier.getByText('This trader can’t be copied at the moment.')).toBeVisible();
  });
  expect((await installation.audit()).output).toContain('nothing is off');
  await admin.context().close();
  await elsewhere.close();
});
