import { administrator, expect, signIn, test } from './support';

test('a plan changed under an open page is refused beside the form, which then shows the new terms', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}) => {
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  const setPercent = async (percent: string) => {
    await admin.goto('/admin/catalogue?edit=plan:starter');
    await admin.getByLabel('Daily percent').fill(percent);
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin).toHaveURL(/\/admin\/catalogue$/);
  };
  await signIn(page, installation.demonstration.investor);
  await page.goto('/plans?plan=starter');
  await setPercent('19');
  await page.getByLabel('Amount to invest').fill('500');
  await page.getByRole('button', { name: 'Invest', exact: true }).click();
  await expect(page.getByText('it pays 19% a day for 2 days now. Nothing was taken.')).toBeVisible();
  await expect(page.getByLabel('Amount to invest')).toHaveValue('500');
  await expect(page.locator('dialog').getByText('19%', { exact: true })).toBeVisible();
  await expect(page.locator('[name=_terms]')).toHaveValue('1900/2');
  await setPercent('20');
  await admin.context().close();
});
