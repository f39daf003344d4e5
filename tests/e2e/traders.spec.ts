import { expect, signIn, test } from './support';

test('an investor narrows the traders, and reads the record, positions and orders of a simulated one', async ({
  page,
  installation,
}) => {
  await signIn(page, installation.demonstration.investor);
  await page.goto('/traders');
  const main = page.getByRole('main');
  await expect(main.getByText('typed results', { exact: true }).first()).toBeVisible();
  await page.getByLabel('Results').selectOption('Simulated');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/source=engine/);
  await expect(page.getByLabel('Results')).toHaveValue('engine');

  await page.goto('/traders?source=engine&market=index');
  await expect(main.getByRole('heading', { name: 'Helena Marchetti', exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Zuri Adeyemi', exact: true })).toHaveCount(0);
  await expect(main.getByText('Largest fall').last()).toBeVisible();
  await main.getByRole('link', { name: 'View profile' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Helena Marchetti' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Record' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Newest orders, newest first' })).toContainText('NAS100');
  await expect(page.getByText('0 of ', { exact: false }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Sharpe' }).click();
  await expect(page).toHaveURL(/#sharpe$/);
  await expect(page.getByText('The mean daily return over its standard deviation', { exact: false })).toBeVisible();

  await page.goto('/traders?source=signal');
  await expect(page.getByText('No trader fits all of this.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all traders' }).click();
  await expect(page).toHaveURL(/\/traders$/);
});
