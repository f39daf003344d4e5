import type { Locator } from '@playwright/test';
import { administrator, expect, newcomer, PHONE, PIXEL, test } from './support';

test('the first day: a refused row says so beside its field, the dashboard fits a phone, a copy wants its amount', async ({
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

const COIN = /(BTC|ETH|SOL|XRP|DOGE|LTC|ADA)\/USD/;

/** Opens the first listed trader who holds a coin, whose market never closes, so that the copy takes it over. */
async function firstThatHoldsCoin(main: Locator): Promise<string> {
  const ways = main.locator('a[href$="/copy"]');
  await ways.first().waitFor();
  for (const way of await ways.all()) {
    const copy = (await way.getAttribute('href')) ?? '';
    const trader = await main.page().request.get(copy.replace(/\/copy$/, ''));
    const [, positions = ''] = /id="positions"(.*?)id="orders"/s.exec(await trader.text()) ?? [];
    if (COIN.test(positions)) return copy;
  }
  throw new Error('No listed trader holds a coin');
}

test('a first-time reader holds a running copy after at most 10 presses, and sees its result move', async ({
  page,
  installation,
}, { project, repeatEachIndex }) => {
  await page.setViewportSize(PHONE);
  const main = page.getByRole('main');
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  await page.goto('/');
  await press(main.locator('a[href="/signup"]').first());
  const password = 'a long walk in the rain';
  const typed = {
    firstName: 'Ida',
    lastName: 'Holm',
    email: `ida-${project.name}${repeatEachIndex || ''}@example.com`,
    password,
  };
  for (const [field, value] of Object.entries(typed)) await page.locator(`[name=${field}]`).fill(value);
  await press(page.getByRole('button', { name: 'Sign up' }));
  await press(page.getByRole('link', { name: 'Open the link' }));
  await press(page.getByRole('button', { name: 'Verify my email' }));
  // The next step is above all cards.
  await expect(main.locator('#first-steps')).toBeInViewport();
  await press(page.getByRole('button', { name: /practice money$/ }));
  await expect(page.getByText('The practice money is yours to use.')).toBeVisible();
  // None of the demonstration's traders of ten weeks has a record that is long enough to be suggested.
  await press(main.getByRole('link', { name: 'Find traders' }));
  await press(main.locator(`a[href="${await firstThatHoldsCoin(main)}"]`).first());
  await press(page.getByRole('button', { name: 'Review' }));
  await press(page.getByRole('button', { name: /^Copy / }));
  await expect(page.getByText(/^You are copying .* now/).first()).toBeVisible();
  expect(presses).toBeLessThanOrEqual(10);

  /** What the first steps say of the copy now. Once a copied trade has its result they are done, and nothing is said. */
  const said = async () => {
    await page.reload();
    return (await main.locator('#first-steps [data-moving]').allTextContents()).join(' ');
  };
  await expect.poll(said).toMatch(/at current prices/);
  const before = await said();
  await installation.moveClock('+6h');
  // The jobs have to catch up with the clock.
  await expect.poll(said, { timeout: 60_000 }).not.toBe(before);
  // The result of a trade that has closed stands among the copy's.
  await page.goto('/usercopytrade');
  await expect(main.getByText(/[+−]?\$\d[\d,.]* (profit|loss)/).first()).toBeVisible();
});
