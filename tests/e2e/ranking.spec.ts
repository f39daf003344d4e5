import { administrator, expect, signIn, test } from './support';

test('the bonus of a rank is changed with its history, and claimed once', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}) => {
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);

  await test.step('a bonus is changed, and its previous value is shown beside it', async () => {
    await admin.goto('/admin/catalogue');
    await admin.getByRole('link', { name: 'Change Bonus for the rank Diamond' }).click();
    await admin.locator('[name=value]').fill('much');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('Amount must be a number').first()).toBeVisible();
    await expect(admin.locator('[name=value]')).toHaveValue('much');
    await admin.locator('[name=value]').fill('450');
    await admin.getByRole('button', { name: 'Save' }).click();
    // The form shows the change first, and requires a reason for a change of more than 5%.
    await expect(admin.getByRole('region', { name: 'What this does' })).toContainText('$450.00');
    await admin.locator('[name=reason]').fill('A smaller budget');
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText('Bonus for the rank Diamond changed')).toBeVisible();
    await admin.getByRole('link', { name: 'Change Bonus for the rank Diamond' }).click();
    await expect(admin.getByRole('dialog')).toContainText('$500.00 → $450.00');
  });

  await test.step('the ranks show it, and the reached one is claimed', async () => {
    await signIn(page, installation.demonstration.investor);
    await page.goto('/ranking');
    await expect(page.getByText('$450.00')).toBeVisible();
    await page.getByRole('button', { name: 'Claim the Silver bonus' }).click();
    await expect(page.getByText('Bonus claimed: $50.00')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Claim the Silver bonus' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Downgrade' }).click();
    await expect(page).toHaveURL(/\/withdraw$/);
  });

  await test.step('a trader is edited: declared beside computed, and the history', async () => {
    await admin.goto('/admin/traders');
    await admin.getByRole('link', { name: 'Edit Priya Nair' }).click();
    await admin.getByLabel('Nationality').selectOption('Nepal');
    await admin.getByRole('button', { name: 'Save' }).click();
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText('Priya Nair changed')).toBeVisible();
    await admin.getByRole('link', { name: 'Edit Priya Nair' }).click();
    await expect(admin.getByRole('dialog')).toContainText('India → Nepal');
    await expect(admin.getByRole('region', { name: 'Figures as declared and as computed' })).toBeVisible();
  });
  await admin.context().close();
});
