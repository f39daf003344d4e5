import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { Secret, TOTP } from 'otpauth';
import type { Installation } from '../support/servers/installation';
import { administrator, expect, signIn, test } from './support';

/** Moves time by the five minutes after which a code can be used again. */
function letConfirmationsLapse({ dataDir }: Installation) {
  const database = new Database(join(dataDir, 'mirrorbook.db'));
  database.prepare('update session set confirmed_at = null').run();
  database.close();
}

/** Turns the second factor on; returns a generator of codes, each one step later than the last, and the recovery codes. */
async function turnOn(page: Page, path: string, password: string) {
  await page.goto(path);
  await page.locator('#begin-currentPassword').fill('not this one');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByText('This is not your current password').first()).toBeVisible();
  await page.locator('#begin-currentPassword').fill(password);
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  const code = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await page.locator('#security-otp').fill('12345');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByText('This code is wrong.').first()).toBeVisible();
  await page.locator('#security-otp').fill(code());
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  return { code, recovery: await page.getByRole('listitem').locator('code').allTextContents() };
}

test('an investor signs in and withdraws with two factors, and turns the second one off', async ({
  page,
  installation,
}) => {
  const { email, password } = installation.demonstration.investor;
  await signIn(page, installation.demonstration.investor);
  const { code, recovery } = await turnOn(page, '/settings/security', password);
  expect(recovery).toHaveLength(10);
  await page.context().clearCookies();
  await page.goto('/login?step=code');
  await expect(page).toHaveURL(/\/login$/);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login\?step=code$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/login?step=code');
  await page.locator('[name=otp]').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  letConfirmationsLapse(installation);
  await page.goto('/withdraw?method=BTC&WithdrawAmount=25');
  await page.locator('[name=wallet]').fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  await page.getByLabel('Code to confirm').fill('12345');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByText('This code is wrong.').first()).toBeVisible();
  await expect(page.locator('[name=wallet]')).toHaveValue('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  await page.getByLabel('Code to confirm').fill(recovery[1] ?? '');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page).toHaveURL(/\/withdrawlogs/);

  await page.goto('/settings/security');
  await expect(page.getByText('8 of your recovery codes are left')).toBeVisible();
  await page.locator('[name=otp]').fill(code(1));
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication is off' })).toBeVisible();
});

test('an administrator confirms a credit in its own form', async ({ browser, installation, javaScriptEnabled }) => {
  const { admin, copied } = installation.demonstration;
  const page = await administrator(browser, installation, javaScriptEnabled);
  const elsewhere = await administrator(browser, installation, javaScriptEnabled);
  const { code, recovery } = await turnOn(page, '/admin/security', admin.password);
  await elsewhere.goto('/admin/users');
  await expect(elsewhere).toHaveURL(/\/admin$/);
  await elsewhere.context().close();

  letConfirmationsLapse(installation);
  await page.goto(`/admin/users?q=${encodeURIComponent(copied.email)}`);
  await page.locator('a[href^="/admin/users/"]').first().click();
  await page.getByRole('link', { name: 'Credit' }).click();
  await page.getByRole('radio', { name: /Goodwill/ }).check();
  await page.locator('[name=amount]').fill('12.34');
  await page.locator('[name=reason]').fill('For the wait');
  await page.getByRole('button', { name: 'Credit' }).click();
  // The form shows its effect and asks for the code, with its input.
  await expect(page.getByRole('region', { name: 'What this does' })).toContainText('+$12.34 (available +$12.34)');
  await expect(page.locator('[name=amount]')).toHaveValue('12.34');
  await expect(page.getByRole('radio', { name: /Goodwill/ })).toBeChecked();
  await page.getByLabel('Code to confirm').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Yes, do it' }).click();
  await expect(page.getByText('Credited $12.34 of goodwill').first()).toBeVisible();

  await page.goto('/admin/security');
  await page.locator('#security-otp').fill(code(1));
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor authentication is off' })).toBeVisible();
  await page.context().close();
});
