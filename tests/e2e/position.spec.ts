import type { Browser } from '@playwright/test';
import type { Installation } from '../support/servers/installation';
import { expect, test } from './support';

const ANSWERS = { firstName: 'Mia', lastName: 'Moss' };
const PASSWORD = 'a long walk in the rain';

test.describe('the browser is asked for its position at once on signing up', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'a script asks');

  type Given = { browser: Browser; installation: Installation };
  const signingUp =
    (allowed: boolean) =>
    async ({ browser, installation }: Given) => {
      const context = await browser.newContext({
        baseURL: installation.origin,
        geolocation: { latitude: 48.85, longitude: 2.35 },
        permissions: allowed ? ['geolocation'] : [],
      });
      const page = await context.newPage();
      const email = `mia-${allowed ? 'found' : 'refused'}@example.com`;
      await page.goto('/signup');
      await expect(page.getByText('Your country will be filled in from your location')).toHaveCount(allowed ? 1 : 0);
      for (const [name, value] of Object.entries({ ...ANSWERS, password: PASSWORD, email })) {
        await page.locator(`[name=${name}]`).fill(value);
      }
      await page.getByRole('button', { name: 'Sign up' }).click();
      await expect(page).toHaveURL(/\/verify$/);
      await page.getByRole('button', { name: 'Verify my email' }).click();
      await expect(page).toHaveURL(/\/dashboard/);
      await page.goto('/settings');
      await expect(page.locator('[name=country]')).toHaveValue(allowed ? 'France' : '');
      await context.close();
    };

  test('and the answer sets the country', signingUp(true));
  // A browser without the permission refuses to locate itself.
  test('and a refusal changes nothing', signingUp(false));
});
