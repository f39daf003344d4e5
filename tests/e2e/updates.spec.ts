import { expect, newcomer, setHidden, test } from './support';

test('a new account takes practice money once, and its pages are notified of what happens elsewhere', async ({
  page,
  context,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const username = `nora-${project.name}`;
  const { email } = await newcomer(page, username);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'practice money' }).click();
  await expect(page.getByText('You can now use the practice money.')).toBeVisible();
  const balance = page.locator('#over-time dd').first();
  await expect(balance).toContainText('$10,000.00');
  await expect(page.getByRole('button', { name: 'practice money' })).toHaveCount(0);
  // The page does not suggest a deposit to a user with practice money.
  await expect(page.getByText('You have not deposited yet')).toHaveCount(0);
  // None of the demonstration's traders of ten weeks has a record that is long enough to be suggested.
  await expect(page.getByRole('link', { name: 'Find traders' }).last()).toBeVisible();

  const other = await context.newPage();
  await other.goto('/transactions');
  await expect(other.getByRole('table').getByText('Practice money')).toBeVisible();
  await page.bringToFront();

  const { token } = await (await page.request.post('/api/admin', { data: installation.demonstration.admin })).json();
  const headers = { 'x-access-token': token };
  await page.request.post('/api/upgradeUser', { headers, data: { email, amount: 15 } });
  if (javaScriptEnabled) {
    await expect(balance).toContainText('$10,015.00');
    await expect(page.getByRole('link', { name: 'Notifications: 1' })).toBeVisible();
    // Hidden tabs have no connection; once visible again they show what they missed.
    const ended = context.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
    for (const tab of [other, page]) await setHidden(tab, true);
    await ended;
    await page.request.post('/api/upgradeUser', { headers, data: { email, amount: 5 } });
    await setHidden(page, false);
    await expect(balance).toContainText('$10,020.00');

    // A browser in data-saving mode gets no updates until its user turns them on; the choice is stored.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await page.reload();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  } else {
    await page.getByRole('link', { name: 'Reload' }).click();
    await expect(balance).toContainText('$10,015.00');
  }
});
