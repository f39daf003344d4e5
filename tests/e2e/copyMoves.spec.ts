import { administrator, expect, signIn, test } from './support';

test.describe.configure({ mode: 'serial' });

const csv = (...lines: string[]) => ({
  name: 'results.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['pair,type,amount,date', ...lines].join('\r\n')),
});

test('an administrator imports results from a file once its lines are valid', async ({
  browser,
  installation,
  javaScriptEnabled,
}) => {
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  await admin.goto('/admin/trades');
  const form = admin.locator('form#import');
  await admin.locator('summary', { hasText: 'Import results' }).click();
  await form.getByLabel('Trader').selectOption({ index: 1 });
  await form.getByLabel('CSV file').setInputFiles(csv('EUR/USD,won,12.30,2026-01-05', 'US30,loss,x,2026-01-06'));
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByText('Line 2, type: use profit or loss').first()).toBeVisible();
  await expect(form.getByText('Line 3, amount: Amount must be a number').first()).toBeVisible();
  await expect(form.getByText('2 errors. Nothing was imported.')).toBeVisible();

  await form.getByLabel('CSV file').setInputFiles(csv('EUR/USD,profit,12.30,2026-01-05', 'US30,loss,4,2026-01-06'));
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByText('results.csv is uploaded already')).toBeVisible();
  await expect(form.getByText('5 Jan 2026 at 23:59 UTC, EUR/USD +$12.30: no copy')).toBeVisible();
  await expect(form.getByText('+$8.30')).toBeVisible();
  await form.getByRole('button', { name: 'Yes, do it' }).click();
  await expect(admin.getByText('Results imported, 2 in the file').first()).toBeVisible();
  const entered = admin.getByRole('table', { name: 'Results entered or imported, newest entry first' });
  await expect(entered).toContainText('−$4.00');
  const template = await admin.request.get('/trader-log.csv');
  expect(await template.text()).toMatch(/^pair,type,amount,date\r\n/);
  await admin.context().close();
});

test('a copy changes over two days, is stopped, and the books are right', async ({ page, installation }) => {
  await signIn(page, installation.demonstration.investor);
  await page.goto('/usercopytrade');
  const link = page.locator('main a[href^="/usercopytrade/"]').first();
  const path = (await link.getAttribute('href')) ?? '';
  // The page shows the worth, the open positions, and each trade next to the leader's.
  const standing = async () => {
    await page.goto(path);
    return ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\d+ (second|minute|hour)s? ago/g, '');
  };
  const before = await standing();
  await installation.moveClock('+2d');
  await expect.poll(standing, { timeout: 60_000 }).not.toBe(before);

  await page.getByRole('link', { name: 'Stop copying' }).click();
  await page.getByRole('button', { name: 'Stop copying' }).click();
  // The copy ends immediately if all its markets are open, otherwise at their next opening.
  await expect(page.getByText(/The copy (has stopped|is stopping)/).first()).toBeVisible();
  await page.goto(path);
  await expect(
    page
      .getByRole('main')
      .getByText(/^stop(ped|ping)$/i)
      .first(),
  ).toBeVisible();
  expect((await installation.audit()).output).toContain('nothing is off');
});
