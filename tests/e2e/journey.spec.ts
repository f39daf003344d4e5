import type { Page } from '@playwright/test';
import { isLong } from '../support/depth';
import { transactionOf } from '../support/transactionIds';
import { administrator, expect, PIXEL, test } from './support';

test.use({ serviceWorkers: isLong ? 'allow' : 'block' });

/** Uses its own wallet and result, because cards list accounts that share a wallet, and a repeated result requires a confirmation. */
type Journey = { summary?: string; wallet: string; result: string; dying?: boolean; javaScriptEnabled?: boolean };

const CALM: Journey = { wallet: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', result: '100' };
const PLAIN: Journey = {
  summary: ', without JavaScript',
  wallet: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
  result: '130',
  javaScriptEnabled: false,
};
const DYING: Journey = {
  summary: ', the server killed between steps',
  wallet: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  result: '120',
  dying: true,
};

/** The long run tries all journeys without JavaScript too, the short one this alone. */
const JOURNEYS = isLong ? [CALM, DYING] : [CALM, PLAIN];

const PASSWORD = 'a long walk in the rain';

/** Reloads the page until the effect of a background job is visible. */
async function eventually(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload();
    await check();
  }).toPass({ timeout: 45_000 });
}

/** Entry of a user in an administrator's queue, while it contains this. */
const entryOf = (admin: Page, email: string, having: string) =>
  admin
    .locator('div')
    .filter({ has: admin.getByRole('heading') })
    .filter({ hasText: email })
    .filter({ has: admin.locator(having) })
    .last();

for (const { summary = '', wallet, result, dying, javaScriptEnabled: way } of JOURNEYS) {
  test.describe(() => {
    if (way !== undefined) test.use({ javaScriptEnabled: way });

    test(`the main job, from signing up to being paid${summary}`, async ({
      page,
      browser,
      installation,
      javaScriptEnabled,
    }, { repeatEachIndex }) => {
      // The server restarts between the steps.
      if (dying) test.slow();
      const next = async () => {
        if (!dying) return;
        // The server restarts between steps, since a page that is interrupted while loading logs an error.
        await page.waitForLoadState('networkidle');
        await installation.crash();
      };
      const username = `mia-${javaScriptEnabled ? 'js' : 'plain'}-${dying ? 'dying' : 'calm'}${repeatEachIndex || ''}`;
      const email = `${username}@example.com`;
      const admin = await administrator(browser, installation, javaScriptEnabled ?? true);

      await test.step('signs up and verifies the address', async () => {
        await page.goto('/');
        await page.getByRole('link', { name: 'Get started' }).first().click();
        const answers = { firstName: 'Mia', lastName: 'Moss', email, password: 'rain' };
        for (const [name, value] of Object.entries(answers)) await page.locator(`[name=${name}]`).fill(value);
        await page.getByRole('button', { name: 'Sign up' }).click();
        await expect(page.locator('[name=firstName]')).toHaveValue('Mia');
        await expect(page.getByText('Use at least 8 characters').first()).toBeVisible();
        await page.locator('[name=password]').fill(PASSWORD);
        await page.getByRole('button', { name: 'Sign up' }).click();
        await expect(page).toHaveURL(/\/verify$/);
        await expect(page.getByText('Account successfully created!')).toBeVisible();
        await next();
        await page.getByRole('button', { name: 'Verify my email' }).click();
        await expect(page.getByText(/verified/i).first()).toBeVisible();
        await expect(page).toHaveURL(/\/dashboard$/);
      });

      await test.step('signs in', async () => {
        await page.context().clearCookies({ name: 'session' });
        await page.goto('/login');
        await page.locator('[name=email]').fill(email);
        await page.locator('[name=password]').fill('not the password');
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page.getByText('Incorrect password').first()).toBeVisible();
        await expect(page.locator('[name=email]')).toHaveValue(email);
        await page.locator('[name=password]').fill(PASSWORD);
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page).toHaveURL(/\/dashboard$/);
        await expect(page.getByText('Hi, Mia')).toBeVisible();
        await expect(page.getByText('You have not deposited yet')).toBeVisible();
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await expect(page.getByText('You have not deposited yet')).toHaveCount(0);
        await page.goto('/dashboard');
        await expect(page.getByText('You have not deposited yet')).toHaveCount(0);
        // The number on the bell stays until a deposit is approved, and links to what it counts.
        await page.getByRole('link', { name: 'Notifications: 1' }).click();
        await expect(page.getByText('You have not deposited yet')).toBeVisible();
      });

      await test.step('deposits with a proof', async () => {
        await next();
        await page.goto('/fundwallet');
        await page.getByText('BTC', { exact: true }).click();
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.locator('[name=amount]').fill('999');
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByText('Deposit Amount too low').first()).toBeVisible();
        await page.locator('[name=amount]').fill('5000');
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page).toHaveURL(/\/checkout/);
        await page
          .locator('[name=proof]')
          .setInputFiles({ ...PIXEL, buffer: Buffer.from('<html>not a picture</html>') });
        await page.locator('main form[method=post] button').last().click();
        await expect(page.getByText(/must be a|can’t be read as a picture/).first()).toBeVisible();
        await page.locator('[name=proof]').setInputFiles(PIXEL);
        await page.locator('main form[method=post] button').last().click();
        // Pictures are processed after all else on a busy machine.
        await expect(page).toHaveURL(/\/deposit\/[0-9a-f-]{36}$/, { timeout: 60_000 });
        await expect(page.getByRole('main').getByText('In review')).toBeVisible();
        // The dismissed banner did not concern a deposit.
        await page.goto('/dashboard');
        await expect(page.getByText('Your first deposit of $5,000.00 is being reviewed')).toBeVisible();
      });

      await test.step('is approved by the administrator', async () => {
        await next();
        await admin.goto(`/admin/deposits?q=${email}`);
        const card = entryOf(admin, email, '[name=received]');
        await expect(card.locator('img[src^="/files/"]')).toBeVisible();
        // The page shows the effect before the first press, so one press is enough.
        await expect(card.getByText('+$5,000.00 (available +$5,000.00)', { exact: true })).toBeVisible();
        await card.getByRole('button', { name: 'Approve' }).click();
        await expect(entryOf(admin, email, '[name=received]')).toHaveCount(0);
        await page.goto('/dashboard');
        await expect(page.getByRole('main').getByText('$5,000.00').first()).toBeVisible();
        await expect(page.getByText('You have not deposited yet')).toHaveCount(0);
      });

      await test.step('copies a trader and sees a mirrored trade', async () => {
        await next();
        // A trader of the log: entered results remove any other trader from the landing page, which another journey reads.
        await page.goto('/traders?source=log');
        await page.getByRole('main').locator('a[href^="/traders/"]').first().click();
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Find traders');
        const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
        await page.locator('[name=amount]').fill('2000');
        await page.getByRole('button', { name: 'Copy', exact: true }).click();
        await page.getByRole('button', { name: `Copy ${name}` }).click();
        await expect(page.getByText(`You are copying ${name} now`).first()).toBeVisible();
        await page.goto('/traders');
        await expect(page.getByText(`Current trader: ${name}`)).toBeVisible();
        await admin.goto('/admin/trades');
        const trader = admin.locator('select[name=id]').first();
        const option = await trader.locator('option', { hasText: name }).first().getAttribute('value');
        await trader.selectOption(option);
        await admin.locator('select[name=pair]').selectOption('EUR/USD');
        await admin.locator('form:has([name=tradeType]) [name=amount]').fill(result);
        await admin.locator('select[name=tradeType]').selectOption('profit');
        // The first press shows the effect on copies.
        for (const step of ['Record trade', 'Yes, do it']) {
          await admin.locator('form:has([name=tradeType])').getByRole('button', { name: step }).click();
        }
        await expect(admin.getByRole('table').getByText(`$${result}.00`).first()).toBeVisible();
        await page.goto('/usercopytrade');
        await eventually(page, async () => {
          await expect(page.getByText('EUR/USD').first()).toBeVisible({ timeout: 1_000 });
        });
      });

      await test.step('buys a plan and sees it earn', async () => {
        await next();
        await page.goto('/plans?plan=starter');
        await page.locator('[name=amount]').fill('100');
        await page.getByRole('button', { name: 'Review' }).click();
        await expect(page.getByText('Amount is lower than the Investment Range').first()).toBeVisible();
        await page.locator('[name=amount]').fill('500');
        await page.getByRole('button', { name: 'Review' }).click();
        await page.getByRole('button', { name: 'Invest', exact: true }).click();
        await expect(page).toHaveURL(/\/investments$/);
        await installation.moveClock('+25h');
        await eventually(page, async () => {
          await expect(page.getByRole('main').getByText('$100.00').first()).toBeVisible({ timeout: 1_000 });
        });
        await next();
        await installation.moveClock('+1d');
        await eventually(page, async () => {
          await expect(page.getByRole('main').getByText('matured', { exact: false }).first()).toBeVisible({
            timeout: 1_000,
          });
        });
      });

      await test.step('withdraws and is paid', async () => {
        await page.goto('/withdraw');
        await page.getByText('BTC', { exact: true }).click();
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page).toHaveURL(/method=BTC/);
        await page.locator('[name=WithdrawAmount]').fill('abc');
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByText('Amount must be a number').first()).toBeVisible();
        await page.locator('[name=WithdrawAmount]').fill('99999999');
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByText('Your available balance does not cover $99,999,999.00.').first()).toBeVisible();
        await page.locator('[name=WithdrawAmount]').fill('200');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.locator('[name=wallet]').fill('not a wallet');
        await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
        await expect(page.getByText(/not a valid BTC address/).first()).toBeVisible();
        await page.locator('[name=wallet]').fill(wallet);
        await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
        await expect(page).toHaveURL(/\/withdrawlogs\/[0-9a-f-]{36}$/);
        await expect(page.getByText('The amount is held until management has decided.')).toBeVisible();
        await next();
        await admin.goto(`/admin/withdrawals?q=${email}`);
        const card = entryOf(admin, email, 'summary');
        await card.locator('summary', { hasText: 'Approve and pay' }).click();
        await card.locator('details[open] [name=reference]').fill(transactionOf(username));
        await card.locator('details[open] button').click();
        await card.getByRole('button', { name: 'Yes, do it' }).click();
        await expect(entryOf(admin, email, '[name=reference]')).toHaveCount(0);
        await page.goto('/withdrawlogs');
        await expect(page.getByText(transactionOf(username))).toBeVisible();
        await expect(page.getByRole('main').getByText('paid', { exact: false }).first()).toBeVisible();
      });

      await test.step('the books balance', async () => {
        const { clean, output } = await installation.audit();
        expect(output).toContain('nothing is off');
        expect(clean).toBe(true);
      });
      await admin.context().close();
    });
  });
}
