import { administrator, expect, PHONE, signIn, takenOver, test } from './support';

/** Filters that a phone folds, with a choice in each. */
const FILTERS = [
  { path: '/transactions', fold: 'Filter', field: 'Kind', button: 'Show' },
  { path: '/traders', fold: 'Filters', field: 'Market', button: 'Show' },
  { path: '/admin/users', fold: 'Filters', field: 'Account', button: 'Search' },
  { path: '/admin/audit', fold: 'Filter', field: 'Who', button: 'Show' },
];

test('a filter that is used on a phone stays open, also once nothing is chosen in it any more', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'without JavaScript each answer is a new page, which shows what is chosen alone');
  await signIn(page, installation.demonstration.investor);
  const admin = await administrator(browser, installation, true);
  for (const { path, fold, field, button } of FILTERS) {
    const who = path.startsWith('/admin') ? admin : page;
    await who.setViewportSize(PHONE);
    await who.goto(path);
    await takenOver(who);
    const main = who.getByRole('main');
    const select = main.getByLabel(field, { exact: true });
    /** Submits the form and waits until the answer has rendered new fields. */
    const press = async () => {
      await select.evaluate((element) => element.setAttribute('data-before', ''));
      await main.getByRole('button', { name: button, exact: true }).click();
      await expect(select).not.toHaveAttribute('data-before');
    };
    await main.locator('summary', { hasText: fold }).first().click();
    await select.selectOption({ index: 1 });
    const chosen = await select.inputValue();
    await press();
    await expect(who).toHaveURL(new RegExp(`=${chosen}(&|$)`));
    await expect(select).toHaveValue(chosen);
    await select.selectOption({ index: 0 });
    await press();
    await expect(who).not.toHaveURL(new RegExp(`=${chosen}(&|$)`));
    await expect(select, path).toBeVisible();
    await expect(select).toHaveValue('');
  }
  await admin.context().close();
});
