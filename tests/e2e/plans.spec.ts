import { administrator, expect, holdScripts, signIn, test } from './support';

test('a plan that changed while its page was open is refused beside the form, which then shows the new terms', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}) => {
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  const setPercent = async (percent: string, scripts?: 'late') => {
    const release = javaScriptEnabled && scripts ? await holdScripts(admin) : undefined;
    await admin.goto('/admin/catalogue?edit=plan:starter', { waitUntil: 'commit' });
    const daily = admin.getByLabel('Daily percent');
    await daily.fill(percent);
    const save = admin.getByRole('button', { name: 'Save' });
    if (release) {
      // Scripts that arrive during a press make the dialog modal, and keep its scroll position and focus.
      await save.hover();
      await admin.mouse.down();
      release();
      await expect(admin.locator('dialog:modal')).toBeVisible();
      await expect(save).toBeFocused();
      await admin.mouse.up();
    } else await save.click();
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin).toHaveURL(/\/admin\/catalogue$/);
  };
  await signIn(page, installation.demonstration.investor);
  await page.goto('/plans?plan=starter');
  await page.getByLabel('Amount to invest').fill('500');
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.locator('dialog');
  await expect(dialog.getByText('$700.00')).toBeVisible();
  await setPercent('19.5', 'late');
  await page.getByRole('button', { name: 'Invest', exact: true }).click();
  await expect(
    page.getByRole('alert').getByText('it now pays 19.5% a day for 2 days. Nothing was invested.'),
  ).toBeVisible();
  await expect(dialog.getByText('$695.00')).toBeVisible();
  await expect(page.locator('[name=_terms]')).toHaveValue('1950/2');
  await setPercent('20');
  await admin.context().close();
});

test('each press of an arrow moves the row of plans by one card, around its end', async ({ page, installation }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, installation.demonstration.investor);
  await page.goto('/plans');
  const row = page.getByRole('region', { name: 'Investment plans' });
  await expect(row.getByRole('link', { name: 'Choose plan' }).first()).toBeInViewport({ ratio: 1 });
  /** Cards that are wholly visible in the row, in order. */
  const seen = () =>
    row
      .locator('ul')
      .first()
      .evaluate((list) => {
        const { left, right } = list.getBoundingClientRect();
        const within = [...list.children].filter((card) => {
          const box = card.getBoundingClientRect();
          return box.left >= left - 1 && box.right <= right + 1;
        });
        return within.map((card) => card.querySelector('h2, h3')?.textContent);
      });
  const plans = await row.locator('ul').first().locator('h2, h3').allTextContents();
  for (let press = 0; press <= plans.length; press++) {
    const shown = [0, 1, 2].map((place) => plans[(press + place) % plans.length]);
    await expect.poll(seen).toEqual(shown);
    await row.getByRole('link', { name: 'Next' }).click();
  }
  await row.getByRole('link', { name: 'Previous' }).click();
  await expect.poll(seen).toEqual(plans.slice(0, 3));
});
