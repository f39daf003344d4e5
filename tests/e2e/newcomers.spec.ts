import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { isLong } from '../support/depth';
import type { Installation } from '../support/servers/installation';
import { expect, PHONE, test } from './support';

test.describe.configure({ mode: 'serial' });

const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;

/** Hours of the week, UTC: markets closed for days, about to open, open, and all of them open. */
const HOURS = [
  { title: 'Saturday 11:00', day: 6, minute: 11 * 60 },
  { title: 'Sunday 22:30', day: 0, minute: 22 * 60 + 30 },
  { title: 'Monday 09:00', day: 1, minute: 9 * 60 },
  { title: 'Wednesday 15:00', day: 3, minute: 15 * 60 },
];

/** The long run tries each hour in both ways, the short one two of them. */
const VISITS = HOURS.flatMap((hour, index) =>
  [true, false]
    .filter((scripts) => isLong || (index === 0 ? scripts : index === 2 && !scripts))
    .map((javaScriptEnabled) => ({ ...hour, javaScriptEnabled })),
);

/** Moves the product's clock to an hour of the week, unless it is within the hour after that. */
async function moveTo(installation: Installation, { day, minute }: (typeof HOURS)[number]): Promise<void> {
  const file = join(installation.dataDir, 'clock');
  const ahead = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const at = new Date(Date.now() + ahead);
  const isNow = (at.getUTCDay() * 24 + at.getUTCHours()) * 60 + at.getUTCMinutes();
  const left = (day * 24 * 60 + minute - isNow + WEEK_MINUTES) % WEEK_MINUTES;
  if (left < WEEK_MINUTES - 60) await installation.moveClock(`+${left}m`);
}

/** Signs up from the landing page by one of its links, and counts all presses and fields. */
async function signUp(page: Page, way: Locator, email: string) {
  const counted = { presses: 0, fields: 0 };
  const press = async (target: Locator) => {
    counted.presses += 1;
    await target.click();
  };
  await press(way);
  const entered = { firstName: 'Ida', lastName: 'Holm', email, password: 'a long walk in the rain' };
  for (const [field, value] of Object.entries(entered)) {
    counted.fields += 1;
    await page.locator(`[name=${field}]`).fill(value);
  }
  await press(page.getByRole('button', { name: 'Sign up' }));
  await press(page.getByRole('button', { name: 'Verify my email' }));
  return { counted, press };
}

for (const { javaScriptEnabled, ...hour } of VISITS) {
  test.describe(() => {
    test.use({ javaScriptEnabled });

    test(`on a ${hour.title} a newcomer ${javaScriptEnabled ? 'with' : 'without'} JavaScript copies in 6 presses and 4 fields, and sees it move within ten minutes`, async ({
      page,
      installation,
    }, { repeatEachIndex }) => {
      await moveTo(installation, hour);
      await page.setViewportSize(PHONE);
      const main = page.getByRole('main');
      await page.goto('/');
      const email = `ida-${hour.day}-${javaScriptEnabled ? 'js' : 'plain'}${repeatEachIndex || ''}@example.com`;
      const { counted, press } = await signUp(page, main.locator('a[href="/signup"]').first(), email);
      // The next step is above all cards.
      await expect(main.locator('#first-steps')).toBeInViewport();
      await press(page.getByRole('button', { name: /practice money$/ }));
      await expect(page.getByText('You can now use the practice money.')).toBeVisible();
      // Traders who moved with the clock are suggested once they have caught up with it.
      const suggested = main.getByRole('link', { name: /^Copy .* with \$2,500$/ });
      await expect(async () => {
        if ((await suggested.count()) === 0) await page.reload();
        expect(await suggested.count()).toBeGreaterThan(0);
      }).toPass({ timeout: 60_000 });
      await press(suggested.first());
      await expect(main).toContainText('$2,500.00');
      await press(page.getByRole('button', { name: /^Copy / }));
      await expect(page.getByText(/^You are copying .* now/).first()).toBeVisible();
      expect(counted).toEqual({ presses: 6, fields: 4 });

      /** Text of the first steps about the copy. */
      const readState = async () => {
        await page.reload();
        return (await main.locator('#first-steps [data-moving]').allTextContents()).join(' ');
      };
      await expect.poll(readState).toMatch(/at current prices/);
      const before = await readState();
      const began = Date.now();
      await installation.moveClock('+8m');
      await expect.poll(readState, { timeout: MINUTE_MS }).not.toBe(before);
      expect(Date.now() - began).toBeLessThan(2 * MINUTE_MS);

      if (hour.day !== 6) return;
      await page.goto('/live-trading');
      const watched = page.getByRole('navigation', { name: 'Watchlist' });
      // Open markets come first, and one pill precedes those that open at the same time.
      await expect(watched).toContainText(/BTC\/USD.*Closed · opens.*EUR\/USD/);
    });
  });
}

test('a trader chosen on the landing page is offered after the sign-up, with the same amount and practice money', async ({
  page,
}, { repeatEachIndex }) => {
  await page.goto('/');
  const way = page.getByRole('main').locator('a[href$="/copy"]').first();
  const { counted, press } = await signUp(page, way, `ida-chosen${repeatEachIndex || ''}@example.com`);
  await expect(page.locator('[name=amount]')).toHaveValue('2500.00');
  await press(page.getByRole('button', { name: /practice money$/ }));
  await press(page.getByRole('button', { name: /^Copy / }));
  await expect(page.getByText(/^You are copying .* now/).first()).toBeVisible();
  expect(counted).toEqual({ presses: 5, fields: 4 });
});
