import { expect, test } from './support';

const ANSWERS = { firstName: 'Mia', lastName: 'Moss' };
const PASSWORD = 'a long walk in the rain';

test.describe('the browser is asked for its position at once on signing up', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'a script asks');

  for (const [allowed, told] of [
    [true, 1],
    [false, 0],
  ] as const) {
    test(allowed ? 'and tells the country' : 'and a refusal changes nothing', async ({ browser, installation }) => {
      const context = await browser.newContext({
        baseURL: installation.origin,
        geolocation: { latitude: 48.85, longitude: 2.35 },
        permissions: allowed ? ['geolocation'] : [],
      });
      const page = await context.newPage();
      const email = `mia-${allowed ? 'found' : 'refused'}@example.com`;
      await page.goto('/signup');
      await expect(page.getByText('Your country will be filled in from your location')).toHaveCount(told);
      for (const [name, value] of Object.entries({ ...ANSWERS, password: PASSWORD, email })) {
        await page.locator(`[name=${name}]`).fill(value);
      }
      await page.getByRole('button', { name: 'Sign up' }).click();
      await expect(page).toHaveURL(/\/verify$/);
      await page.getByRole('link', { name: /\/verify\// }).click();
      await page.getByRole('button', { name: 'It was me: verify my email' }).click();
      await expect(page).toHaveURL(/\/dashboard/);
      await page.goto('/settings');
      await expect(page.locator('[name=country]')).toHaveValue(allowed ? 'France' : '');
      await context.close();
    });
  }
});
