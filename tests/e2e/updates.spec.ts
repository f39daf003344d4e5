import { administrator, expect, newcomer, test } from './support';

test('a new account takes practice money once, and its pages tell what happens elsewhere', async ({
  page,
  browser,
  context,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const username = `nora-${project.name}`;
  const { email } = await newcomer(page, username);
  await page.getByRole('button', { name: 'practice money' }).click();
  await expect(page.getByText('The practice money is yours to use.')).toBeVisible();
  await expect(page.getByText('$10,000.00 available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'practice money' })).toHaveCount(0);
  await expect(page.getByText('you have not deposited yet')).toBeVisible();
  // Three traders stand ready, the lowest risk first.
  await expect(page.getByRole('link', { name: 'Find traders' }).last()).toBeVisible();

  const other = await context.newPage();
  await other.goto('/transactions');
  await expect(other.getByText('Practice money').first()).toBeVisible();
  await page.bringToFront();

  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  await admin.goto(`/admin/users?q=${username}`);
  await admin.locator('a[href^="/admin/users/"]').filter({ hasText: email }).first().click();
  await admin.goto(`${admin.url().replace(/[?#].*/, '')}?do=credit`);
  await admin.locator('[name=kind][value=goodwill], select[name=kind]').first().waitFor();
  const kind = admin.locator('select[name=kind]');
  if (await kind.count()) await kind.selectOption('goodwill');
  else await admin.locator('[name=kind][value=goodwill]').check();
  await admin.locator('[name=amount]').fill('15');
  await admin.locator('[name=reason]').fill('A late answer');
  await admin.locator('dialog form[method=post] button[type=submit], dialog form[method=post] button').last().click();
  await admin.getByRole('button', { name: 'Yes, do it' }).click();
  if (javaScriptEnabled) {
    // In place, without a reload.
    await expect(page.getByText('$10,015.00 available')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Notifications: 2' })).toBeVisible();
  } else {
    await page.getByRole('link', { name: 'Reload' }).click();
    await expect(page.getByText('$10,015.00 available')).toBeVisible();
  }
});
