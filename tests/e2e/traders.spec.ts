import { expect, signIn, test } from './support';

test('a phone shows the first trader’s name, line and return at once, below the warning, and searches on request', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await signIn(page, installation.demonstration.investor);
  await page.goto('/traders');
  const main = page.getByRole('main');
  await expect(main.getByText('You can lose all the money in a copy.')).toBeInViewport({ ratio: 1 });
  const card = main.locator('[data-records] > *').first();
  const above = (await page.getByRole('navigation', { name: 'Places' }).last().boundingBox())?.y ?? 0;
  for (const part of [card.getByRole('heading'), card.getByRole('img').first(), card.getByText(/%/).first()]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 667) + (box?.height ?? 0)).toBeLessThanOrEqual(above);
  }
  await page.getByLabel('First or last name').fill('helena');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/search=helena/);
  await expect(main.getByRole('heading', { name: 'Helena Marchetti', exact: true })).toBeVisible();
  await expect(page.getByLabel('First or last name')).toHaveValue('helena');
});

test('an investor filters the traders, and reads the record, positions and orders of a simulated one', async ({
  page,
  installation,
}) => {
  await signIn(page, installation.demonstration.investor);
  await page.goto('/traders');
  const main = page.getByRole('main');
  await expect(main.getByText('entered by management', { exact: true }).first()).toBeVisible();
  await main.locator('summary').filter({ hasText: 'Filters' }).click();
  await page.getByLabel('Results').selectOption('Simulated');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/source=engine/);
  await expect(page.getByLabel('Results')).toHaveValue('engine');

  await page.goto('/traders?source=engine&market=commodity');
  await expect(main.getByRole('heading', { name: 'Helena Marchetti', exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Zuri Adeyemi', exact: true })).toHaveCount(0);
  await main.getByRole('link', { name: 'Helena Marchetti', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Helena Marchetti' })).toBeVisible();
  await expect(page.getByText(/^Helena Marchetti: 100 became .* in the SPX500 index, 100 became/)).toBeVisible();
  await page.getByRole('link', { name: '3M', exact: true }).click();
  await expect(page).toHaveURL(/range=3m#chart$/);
  await expect(page.getByRole('link', { name: '3M', exact: true })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Blue is up, orange is down', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Record' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Latest orders, newest first' })).toContainText('at the market');
  await expect(page.getByText(/^besides \d+ closed positions?$/)).toBeVisible();
  await page.getByRole('button', { name: 'Sharpe' }).click();
  await expect(page.getByText('The mean daily return over its standard deviation', { exact: false })).toBeVisible();

  await page.goto('/traders?source=signal');
  await expect(page.getByText('No trader matches these filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all traders' }).click();
  await expect(page).toHaveURL(/\/traders$/);
});

test('an investor watches and compares traders, copies one by a ticket that is reviewed, and stops after a preview of the payout', async ({
  page,
  installation,
}) => {
  await signIn(page, installation.demonstration.investor);
  const main = page.getByRole('main');
  await page.goto('/traders?search=Marchetti');
  await page.getByRole('button', { name: 'Watch Helena Marchetti' }).click();
  await expect(page.getByRole('button', { name: /stop watching Helena Marchetti/ })).toBeVisible();
  await page.goto('/traders');
  await main.locator('summary').filter({ hasText: 'Filters' }).click();
  await page.getByLabel('Watched only').check();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/watched=1/);
  await expect(main.getByRole('heading', { name: 'Priya Nair', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /stop watching Helena Marchetti/ }).click();
  await expect(page.getByText('You are not watching any trader yet.', { exact: false })).toBeVisible();

  await page.goto('/traders?order=risk');
  await page.getByLabel('Compare Helena Marchetti').check();
  await page.getByLabel('Compare Priya Nair').check();
  // Counted by the styles, so that it works without a script.
  const counted = page.getByText('of 3 chosen');
  await expect(counted).toBeVisible();
  expect(await counted.evaluate((words) => getComputedStyle(words, '::before').content)).toContain('picks');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const compared = page.getByRole('table', { name: 'Traders side by side' });
  await expect(compared.getByRole('columnheader')).toHaveText(['Figure', 'Helena Marchetti', 'Priya Nair']);
  // An existing copy replaces the button that starts one.
  await expect(compared.getByRole('link', { name: 'You copy' }).first()).toBeVisible();
  await expect(compared.getByRole('link', { name: 'Copy Helena Marchetti' })).toHaveCount(0);
  await compared.getByRole('link', { name: 'Helena Marchetti', exact: true }).click();
  // The profile of a copied trader offers the copy first, and another one below it.
  await expect(page.getByRole('link', { name: 'Open copy' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Start another copy' }).first().click();

  await expect(page.getByRole('heading', { level: 1, name: 'Copy Helena Marchetti' })).toBeVisible();
  await page.getByLabel('Amount to copy with').fill('1');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByLabel('Amount to copy with')).toHaveAccessibleDescription(/Enter at least \$100\.00/);
  await page.getByRole('link', { name: '25%', exact: true }).click();
  await expect(page.getByLabel('Amount to copy with')).not.toHaveValue('1');
  await page.getByLabel('Amount to copy with').fill('400');
  await page.getByLabel('−20%').check();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Had you copied with $400.00' })).toBeVisible();
  await expect(main.getByText('Largest fall from a high')).toBeVisible();
  await expect(main).toContainText('$320.00 (−20%)');
  await page.getByRole('button', { name: 'Copy Helena Marchetti' }).click();
  await expect(page.getByText('You are copying Helena Marchetti now').first()).toBeVisible();

  await page.getByRole('link', { name: 'Helena Marchetti' }).first().click();
  await page.getByRole('link', { name: 'Stop copying' }).click();
  await expect(page.getByText(/^You receive (about )?\$(400\.00|39\d\.\d\d), result/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop copying' }).click();
  await expect(page.getByText('The copy has stopped. Its cash is available again.').first()).toBeVisible();
});
