import { Installation } from '../support/servers/installation';
import { administrator, expect, mailedLink, signIn, test } from './support';

/** Uses its own installation, because new administrators are not removed. */
const own = new Installation();
test.use({ baseURL: async ({ browserName: _ }, use) => use(own.origin) });
test.beforeAll(async () => {
  await own.start();
});
test.afterAll(() => own.remove());

const PASSWORD = 'a walk along the river';
const CHOSEN = 'a bench beside the river';

test('a superadmin invites a support person, who signs in, sees only what they may, and is disabled', async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  const email = `bea-${javaScriptEnabled ? 'js' : 'plain'}@example.com`;
  const admin = await administrator(browser, own, javaScriptEnabled ?? true);

  await test.step('is invited, after the superadmin has seen the rights of the role', async () => {
    await admin.goto('/admin');
    await admin.getByRole('link', { name: 'Staff', exact: true }).first().click();
    await admin.getByRole('link', { name: 'Invite', exact: true }).click();
    await admin.getByLabel('Name', { exact: true }).fill('Bea Stone');
    await admin.locator('[name=email]').fill(email);
    await admin.getByText('Answers users', { exact: false }).click();
    await admin.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(admin.getByText(`Invite Bea Stone (${email}) to the staff as support`).first()).toBeVisible();
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText(`Invitation sent to ${email}`).first()).toBeVisible();
  });

  let link = '';
  await test.step('chooses a password with the mailed link, which works once', async () => {
    const mailed = await mailedLink(own, /http\S+\/invitation\?token=[\w-]+/);
    link = new URL(mailed).pathname + new URL(mailed).search;
    await page.goto(link);
    await expect(page.getByText('You are invited, Bea Stone, with the role support.')).toBeVisible();
    await page.locator('[name=newPassword]').fill(PASSWORD);
    await page.locator('[name=confirmPassword]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Choose this password' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    const used = await page.request.get(link);
    expect([used.status(), (await used.text()).includes('This link has expired, was already used')]).toEqual([
      400,
      true,
    ]);
  });

  await test.step('sees users and the outbox, and no way to money or to the staff', async () => {
    const menu = page.getByRole('navigation').first();
    await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(1);
    for (const name of ['Deposits', 'Withdrawals', 'Identity checks', 'Books', 'Catalogue', 'Staff']) {
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);
    }
    await page.goto('/admin/users');
    await page.locator('a[href^="/admin/users/"]').first().click();
    await expect(page.getByRole('link', { name: 'Statement', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mail reset link' })).toBeVisible();
    for (const name of ['Credit', 'Debit', 'Freeze', 'Close account']) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
    }
    for (const path of ['/admin/books', '/admin/staff', '/admin/deposits']) {
      const refused = await page.request.get(path);
      expect([path, refused.status()]).toEqual([path, 403]);
      expect(await refused.text()).toContain('Your role, support, doesn’t let you');
    }
    await page.goto('/admin/staff/rights');
    await expect(page.getByText('Your role is support.', { exact: false })).toBeVisible();
  });

  await test.step('answers an investor who wrote from one of their pages, and reads the answer', async () => {
    const investor = await browser.newPage({ baseURL: own.origin, javaScriptEnabled });
    await signIn(investor, own.demonstration.investor);
    await investor.goto('/plans');
    await investor.getByRole('link', { name: 'write to support' }).click();
    await investor.getByLabel('Subject').fill('My plan');
    await investor.getByLabel('Message', { exact: true }).fill('When does it end?');
    await investor.getByLabel('Picture').setInputFiles('public/icon-192.png');
    await investor.getByRole('button', { name: 'Send to support' }).click();
    // The picture is processed with a low priority.
    const heading = investor.getByRole('heading', { level: 1, name: 'My plan' });
    await expect(heading).toBeVisible({ timeout: 60_000 });
    await expect(investor.getByRole('img', { name: 'Picture: icon-192' })).toBeVisible();

    await page.goto('/admin/support');
    const open = page.getByRole('region', { name: 'The open entry' });
    await expect(open.getByText('When does it end?')).toBeVisible();
    await expect(open.getByText('/plans')).toBeVisible();
    await open.getByRole('button', { name: 'Assign to me', exact: true }).click();
    await expect(open.getByText('Assigned to you', { exact: true })).toBeVisible();
    await open.getByLabel('Saved reply').selectOption('Never share codes');
    await open.getByLabel('Answer').fill('Your page of plans shows the day.');
    await open.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(page.getByText('No decisions are waiting.')).toBeVisible();

    await investor.reload();
    await expect(investor.getByText('Your page of plans shows the day.')).toBeVisible();
    await investor.getByLabel('Message', { exact: true }).fill('Thank you');
    await investor.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(investor.getByText('Waiting').first()).toBeVisible();
    await page.goto('/admin/support');
    await open.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByText('No decisions are waiting.')).toBeVisible();
    await investor.close();
  });

  await test.step('gets another role, which takes effect at once', async () => {
    await admin.goto('/admin/staff');
    await admin.getByRole('row').filter({ hasText: email }).getByRole('link').click();
    await admin.getByRole('link', { name: 'Change role' }).click();
    await admin.getByText('Views everything', { exact: false }).click();
    await admin.getByLabel('Reason', { exact: false }).fill('Checks the books');
    await admin.getByRole('button', { name: 'Change role' }).click();
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText('The role is now auditor').first()).toBeVisible();
    await page.goto('/admin/books');
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Fund a reserve' })).toHaveCount(0);
  });

  await test.step('chooses another password with a mailed link, which ends the session', async () => {
    await page.goto('/staff/passwordreset');
    await page.locator('[name=email]').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('No email? Ask again below.', { exact: false })).toBeVisible();
    await page.goto(await mailedLink(own, /http\S+\/staff\/resetpassword\?token=[\w-]+/));
    await page.locator('[name=newPassword]').fill(CHOSEN);
    await page.locator('[name=confirmPassword]').fill(CHOSEN);
    await page.getByRole('button', { name: 'Choose this password' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/staff/passwordreset');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(CHOSEN);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });

  await test.step('is disabled, and is signed out at once', async () => {
    await admin.getByRole('link', { name: 'Disable', exact: true }).click();
    await admin.getByLabel('Reason', { exact: false }).fill('Left');
    await admin.getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(admin.getByText('They were signed out and can no longer log in').first()).toBeVisible();
    await page.goto('/admin/books');
    await expect(page).toHaveURL(/\/admin$/);
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(CHOSEN);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('This administrator was disabled.', { exact: false }).first()).toBeVisible();
  });
  await admin.context().close();
});
