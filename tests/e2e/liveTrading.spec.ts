import type { Page } from '@playwright/test';
import { administrator, expect, expectShort, inBothThemes, objections, signIn, takenOver, test } from './support';

/** The default, or on a weekend the first symbol whose market is open. */
const DEFAULT_SYMBOL = /^(XAU\/USD, Gold|BTC\/USD, Bitcoin)$/;

const REFUSED = 'Management can unlock live trading for your account.';

/** In both themes, on a phone and on a desktop: no findings of axe, and no sideways scrolling. */
const inspect = (page: Page, row: number): Promise<void> =>
  inBothThemes(
    page,
    async (poll) => {
      expect(await objections(page, poll)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    },
    row,
  );

/** The demonstration's investor, unlocked or locked by the administrator. */
async function setPdt(admin: Page, email: string, unlocked: boolean): Promise<void> {
  await admin.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  const name = `${unlocked ? 'Unlock' : 'Lock'} live trading of ${email}`;
  const button = admin.getByRole('button', { name, exact: true });
  if (await button.count()) await button.click();
  await expect(admin.getByRole('button', { name, exact: true })).toHaveCount(0);
}

test('live trading opens when an administrator unlocks it', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}) => {
  const { investor } = installation.demonstration;
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  const chartCode: string[] = [];
  page.on('request', (request) => {
    if (/lightweight/.test(request.url())) chartCode.push(request.url());
  });

  await test.step('locked', async () => {
    // Practice money does not unlock live trading that an administrator has locked.
    await setPdt(admin, investor.email, true);
    await setPdt(admin, investor.email, false);
    await signIn(page, investor);
    await page.goto('/live-trading');
    // The chart without updates, and one step.
    await expect(page.locator('#chart svg path.stroke-profit').first()).toBeVisible();
    await expect(page.getByText(REFUSED)).toBeVisible();
    if (javaScriptEnabled) await inspect(page, 0);
    await page.getByRole('link', { name: 'Ask support to unlock it' }).click();
    await expect(page.getByLabel('Subject')).toHaveValue('Please unlock live trading');
    await page.getByLabel('Message').fill('I have traded gold for years. Please open it.');
    await page.getByRole('button', { name: 'Send to support' }).click();
    await expect(page).toHaveURL(/\/support\/[0-9a-f-]{36}$/);
    expect((await page.request.get('/live-trading/prices')).status()).toBe(403);
    expect(chartCode).toEqual([]);
  });

  await test.step('unlocked', async () => {
    await setPdt(admin, investor.email, true);
    await page.goto('/dashboard');
    await page.goto('/live-trading');
    await expect(page.getByRole('heading', { name: DEFAULT_SYMBOL })).toBeVisible();
    await expect(page.locator('#chart').getByText('Prices as of')).toBeVisible();
    await expect(page.locator('#chart figcaption')).toContainText(/daily candles, (this year|the last 90 days): from/);
    if (javaScriptEnabled) {
      await expect(page.locator('#chart canvas').first()).toBeVisible();
      await expect(
        page
          .locator('#chart')
          .getByText(/^(Moving live|Closed · opens)/)
          .first(),
      ).toBeVisible();
      expect(chartCode).toHaveLength(1);
      await inspect(page, 2);
    } else {
      await expect(page.locator('#chart svg path.stroke-profit').first()).toBeVisible();
      await expect(page.getByText(/^(Reload for newer prices|Closed · opens)/).first()).toBeVisible();
    }
  });

  await test.step('another symbol, another timeframe', async () => {
    if (javaScriptEnabled) await page.keyboard.press('Control+k');
    else await page.getByRole('link', { name: 'Symbols' }).click();
    const picker = page.getByRole('dialog', { name: 'Symbols' });
    await picker.getByLabel('Symbol or name').fill('bitcoin');
    if (javaScriptEnabled) await inspect(page, 1);
    await picker.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('heading', { name: 'BTC/USD, Bitcoin' })).toBeVisible();
    await page.getByRole('link', { name: '1m', exact: true }).click();
    await expect(page).toHaveURL(/symbol=BTCUSD&timeframe=1m/);
    await expect(page.locator('#chart figcaption')).toContainText('one-minute candles');
    await page.getByRole('link', { name: /^ETH\/USD/ }).click();
    await expect(page).toHaveURL(/timeframe=1m&symbol=ETHUSD/);
    await expect(page.getByRole('heading', { name: /^ETH/ })).toBeVisible();
    if (!javaScriptEnabled) return;
    await expect(page.locator('#chart').getByText('Moving live')).toBeVisible();
    const lead = page.locator('#chart h2 + div');
    const before = await lead.textContent();
    await expect(lead).not.toHaveText(before ?? '');
  });

  await test.step('invalid choices are replaced by the defaults', async () => {
    await page.goto('/live-trading?symbol=nonsense&timeframe=1y');
    await expect(page.getByRole('heading', { name: DEFAULT_SYMBOL })).toBeVisible();
    await expect(page.getByText('No symbol here is called “nonsense”')).toBeVisible();
  });

  await test.step('money in, an order, partly closed, and money out', async () => {
    await page.goto('/live-trading?symbol=BTCUSD');
    await page.getByLabel('Amount to put in').fill('1000');
    await page.getByRole('button', { name: 'Put in' }).click();
    await expect(page.getByText('The money is now in your own trading.').first()).toBeVisible();
    // The chosen chart stays.
    await expect(page.getByRole('heading', { name: 'Trade BTC/USD' })).toBeVisible();
    await page.getByText('Stop, take-profit and leverage').click();
    const order = page.locator('#order');
    const stop = order.locator('#ticket-stop');
    await order.getByLabel('Amount', { exact: true }).fill('400');
    await stop.fill('99999999');
    const [buy, sell] = [order.getByRole('button', { name: /^Buy/ }), order.getByRole('button', { name: /^Sell/ })];
    await expect(sell).toBeVisible();
    // With scripts the figures update on input.
    const figures = order.locator('dl');
    if (javaScriptEnabled) await expect(figures).toContainText(/Value\$(400\.00|399\.99)Margin\$/);
    await buy.click();
    await expect(order.locator('#ticket-stop-error')).toBeVisible();
    // A correction, key by key: the fold that the refusal opened stays open, and no input is lost.
    await stop.click();
    await stop.press('End');
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('12');
    await expect(stop).toBeVisible();
    await expect(stop).toBeFocused();
    await expect(stop).toHaveValue('9999912');
    await expect(order.getByLabel('Amount', { exact: true })).toHaveValue('400');
    await stop.fill('1');
    await order.getByLabel('Leverage').fill('1');
    await order.getByLabel('Unit').selectOption('size');
    await order.getByLabel('Amount', { exact: true }).fill('1e30');
    await buy.click();
    await expect(order.getByText('Enter the size as a number').first()).toBeVisible();
    await expect(order.getByLabel('Leverage')).toHaveValue('1');
    await order.getByLabel('Amount', { exact: true }).fill('0.005');
    await buy.click();
    const review = page.getByRole('dialog', { name: 'Buy BTC/USD' });
    await expect(review).toContainText(/Margin, leverage 1\$\d/);
    await expect(review).toContainText(/Result at the stop of 1/);
    if (javaScriptEnabled) await inspect(page, 3);
    // Back to the ticket with its input.
    await review.getByRole('link', { name: 'Change' }).click();
    await expect(order.getByLabel('Amount', { exact: true })).toHaveValue('0.005');
    await buy.click();
    await review.getByRole('button', { name: 'Buy 0.005 BTC' }).click();
    await expect(page.getByText(/^Bought 0\.005 BTC\/USD at .* The page showed /).first()).toBeVisible();
    const positions = page.locator('#positions');
    await expect(positions.getByText('Bought 0.005, leverage 1')).toBeVisible();
    await expect(page.locator('#chart figcaption')).toContainText(/Marked: Bought 0\.005 at [\d,.]+, Stop at 1/);
    // The result of a position changes without a reload.
    if (javaScriptEnabled) {
      const result = positions
        .locator('tbody td')
        .filter({ hasText: /profit|loss|no change/ })
        .first();
      const before = (await result.textContent()) ?? '';
      await expect(result).not.toHaveText(before, { timeout: 30_000 });
    }
    await positions.getByRole('link', { name: 'Close BTC/USD' }).click();
    const closing = page.getByRole('dialog', { name: 'Close BTC/USD' });
    await expect(closing).toBeVisible();
    if (javaScriptEnabled) await inspect(page, 4);
    await closing.getByLabel('Size of BTC/USD to close').fill('9');
    await closing.getByRole('button', { name: 'Close position' }).click();
    // The refused form keeps its input.
    await expect(closing.locator('#close-BTCUSD-size-error')).toBeVisible();
    await expect(closing.getByLabel('Size of BTC/USD to close')).toHaveValue('9');
    if (javaScriptEnabled) await expect(closing.getByLabel('Size of BTC/USD to close')).toBeFocused();
    await closing.getByLabel('Size of BTC/USD to close').fill('0.002');
    await closing.getByRole('button', { name: 'Close position' }).click();
    await expect(page.getByText(/^Closed a long of 0\.002 BTC\/USD at /).first()).toBeVisible();
    await expect(positions.getByText('Bought 0.003, leverage 1')).toBeVisible();
    await positions.getByRole('link', { name: 'Change BTC/USD' }).click();
    const change = page.getByRole('dialog', { name: 'Change BTC/USD' });
    await change.getByLabel('Stop').fill('2');
    await change.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByText('The stop and take-profit of BTC/USD were changed.').first()).toBeVisible();
    await page.getByLabel('Amount to take out').fill('100');
    await page.getByRole('button', { name: 'Take out' }).click();
    await expect(page.getByText('The money is available again.').first()).toBeVisible();
    // Reloads the page, so that its unfolded details are folded again.
    await page.reload();
    if (javaScriptEnabled) await takenOver(page);
    await page.setViewportSize({ width: 375, height: 800 });
    await expectShort(page, 'live trading with positions');
    // On a phone the ticket covers the page.
    await page.getByRole('link', { name: 'Trade BTC/USD' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Trade BTC/USD' }).getByRole('button', { name: /^Buy/ }),
    ).toBeVisible();
    if (javaScriptEnabled) await inspect(page, 5);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/live-trading?symbol=BTCUSD');
  });

  await test.step('locked again, prices stop', async () => {
    await setPdt(admin, investor.email, false);
    // With scripts the page receives an update and reloads its data.
    if (!javaScriptEnabled) await page.reload();
    await expect(page.getByText(REFUSED)).toBeVisible({ timeout: 20_000 });
  });
  expect((await installation.audit()).output).toContain('nothing is off');
  await admin.context().close();
});

test('prices return when the server does, and do not prevent it from stopping', async ({
  page,
  browser,
  installation,
}) => {
  const { investor } = installation.demonstration;
  const admin = await administrator(browser, installation, true);
  await setPdt(admin, investor.email, true);
  await admin.context().close();
  await signIn(page, investor);
  await page.goto('/live-trading?timeframe=1m&symbol=BTCUSD');
  await expect(page.getByText('Moving live')).toBeVisible();
  const startedAt = performance.now();
  await installation.stop('SIGTERM');
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  await expect(page.getByText('Connecting', { exact: true })).toBeVisible();
  await installation.start();
  await expect(page.getByText('Moving live')).toBeVisible({ timeout: 20_000 });
});
