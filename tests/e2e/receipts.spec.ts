import { expect, newcomer, PIXEL, test } from './support';

test('a deposit is paid in coin at the current rate, and its receipt shows its state', async ({ page }) => {
  await newcomer(page, 'receipts');
  await page.goto('/checkout?method=ETH&amount=500');
  await expect(page.getByText('Send only ETH over the Ethereum network.')).toBeVisible();
  await expect(page.getByText(/^\$500\.00 at the price of/)).toBeVisible();
  const total = await page.getByText(/^\d\.\d{2,8} ETH$/).textContent();
  expect(Number.parseFloat(total ?? '')).toBeGreaterThan(0);
  await page.locator('[name=proof]').setInputFiles(PIXEL);
  await page.getByRole('button', { name: 'Confirm deposit' }).click();

  await expect(page).toHaveURL(/\/deposit\/[0-9a-f-]{36}(#main)?$/);
  await expect(page.getByText(/^D-[0-9A-F]{8}$/)).toBeVisible();
  const states = page.getByRole('list', { name: /^States of D-/ }).getByRole('listitem');
  await expect(states.locator('p:first-child')).toHaveText(['Sent', 'In review', 'Credited']);
  await expect(states.nth(1)).toHaveAttribute('aria-current', 'step');
  await expect(states.nth(2)).toContainText('Not yet');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Deposit cancelled')).toBeVisible();
  await expect(page).toHaveURL(/\/deposit\/[0-9a-f-]{36}(#main)?$/);
  await expect(states.locator('p:first-child')).toHaveText(['Sent', 'Cancelled']);
});

test('a deposit is announced first, and proved by its transaction ID on its page', async ({ page }) => {
  await newcomer(page, 'proved-later');
  await page.goto('/checkout?method=ETH&amount=500');
  await page.getByRole('button', { name: 'Confirm deposit' }).click();
  await expect(page.getByText('Upload a picture of your payment').first()).toBeVisible();
  await page.getByLabel(/^Add the picture/).check();
  await page.getByRole('button', { name: 'Confirm deposit' }).click();
  await expect(page.getByText('This deposit has no proof yet')).toBeVisible();
  await page.getByLabel('Transaction ID').fill('0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b');
  await page.getByRole('button', { name: 'Add proof' }).click();
  await expect(page.getByText('The proof was added to your deposit.').first()).toBeVisible();
  await expect(page.getByText('0x88df016429689c')).toBeVisible();
  await expect(page.getByText('This deposit has no proof yet')).toHaveCount(0);
});
