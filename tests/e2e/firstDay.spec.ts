import { administrator, expect, newcomer, PIXEL, test } from './support';

test('the first day: a refused row says so at its field, the dashboard fits a phone, a copy requires its amount', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}, { project }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const { email } = await newcomer(page, `day-${project.name}`);
  await page.goto('/fundwallet?method=BTC');
  await page.locator('[name=amount]').fill('999');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('[name=amount]')).toBeFocused();
  await expect(page.locator('[name=amount]')).toHaveAccessibleDescription(/Deposit Amount too low/);
  await page.locator('[name=amount]').fill('5000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/checkout/);
  await page.locator('[name=proof]').setInputFiles(PIXEL);
  await page.getByRole('button', { name: 'Confirm deposit' }).click();
  await expect(page).toHaveURL(/\/deposit\/[0-9a-f-]{36}$/);

  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  await admin.goto(`/admin/deposits?q=${email}`);
  const row = admin
    .locator('div')
    .filter({ hasText: email })
    .filter({ has: admin.locator('[name=received]') })
    .last();
  await row.locator('[name=received]').fill('abc');
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByRole('alert')).toBeFocused();
  await expect(row.locator('[name=received]')).toHaveValue('abc');
  await expect(row.locator('[name=received]')).toHaveAccessibleDescription(/Amount must be a number/);
  await admin.getByRole('alert').getByRole('link', { name: 'Amount must be a number' }).click();
  await expect(row.locator('[name=received]')).toBeInViewport();
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByRole('alert')).toBeFocused();
  await row.locator('[name=received]').fill('5000');
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(row.getByRole('region', { name: 'What this does' })).toContainText('$5,000.00');
  await row.getByRole('button', { name: 'Yes, do it' }).click();
  await expect(admin.getByText('Deposit approved and credited')).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText('$5,000.00').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  await page.goto('/traders');
  await page.getByRole('main').locator('a[href$="/copy"]').first().click();
  await page.locator('[name=amount]').fill('');
  await page.locator('form').evaluateAll((forms) => {
    for (const form of forms) (form as HTMLFormElement).noValidate = true;
  });
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.locator('[name=amount]')).toHaveAccessibleDescription(/Amount must be a number/);
});
