import { Installation } from '../support/servers/installation';
import { administrator, expect, mailedLink, newcomer, signIn, test } from './support';

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const NEW_PASSWORD = 'a longer walk in the rain';

/** Uses its own installation, because it changes the setting for waits of withdrawals. */
const own = new Installation();
test.use({ baseURL: async ({ browserName: _ }, use) => use(own.origin) });
test.beforeAll(async () => {
  await own.start();
});
test.afterAll(() => own.remove());

test('a waiting withdrawal is mailed, its owner freezes the account, and an administrator unfreezes it', async ({
  page,
  browser,
  javaScriptEnabled,
}, { project }) => {
  const { email } = await newcomer(page, `freeze-${project.name}`);
  const admin = await administrator(browser, own, javaScriptEnabled ?? true);
  const openUser = async () => {
    await admin.goto(`/admin/users?q=${encodeURIComponent(email)}`);
    await admin.getByRole('link', { name: 'Mia Moss' }).first().click();
  };

  await test.step('an administrator makes withdrawals to new addresses wait, and credits', async () => {
    await admin.goto('/admin/catalogue?edit=rate:withdrawal-wait-days');
    await admin.locator('[name=value]').fill('1');
    await admin.getByRole('button', { name: 'Save' }).click();
    await admin.locator('[name=reason]').fill('A new wallet waits for a day');
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText(/Days before a withdrawal to a new address changed/)).toBeVisible();
    await openUser();
    await admin.getByRole('link', { name: 'Credit', exact: true }).click();
    await admin.getByRole('radio', { name: 'Deposit received' }).check();
    await admin.locator('[name=amount]').fill('100');
    await admin.locator('[name=reason]').fill('for the journey');
    await admin.getByRole('button', { name: 'Credit', exact: true }).click();
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText(/Credited \$100\.00/)).toBeVisible();
  });

  await test.step('the user withdraws, and reads that it waits', async () => {
    await page.goto('/withdraw?method=BTC&WithdrawAmount=80');
    await page.locator('[name=wallet]').fill(WALLET);
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(page.getByText(/This withdrawal waits: it can be approved from/)).toBeVisible();
  });

  await test.step('the link in the mail freezes the account: every session ends', async () => {
    const link = await mailedLink(own, /http\S+\/freeze\?token=[\w-]+/);
    await page.goto(new URL(link).pathname + new URL(link).search);
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('button', { name: 'Freeze this account' }).click();
    await expect(page).toHaveURL(/\/passwordreset$/);
    await expect(page.getByText(/The account is frozen: no money leaves it/)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
    await page.goto(new URL(link).pathname + new URL(link).search);
    await expect(page.getByText(/This link has expired, was already used/)).toBeVisible();
  });

  await test.step('the owner chooses a new password, and each page says that the account is frozen', async () => {
    await page.goto('/passwordreset');
    await page.locator('[name=email]').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const link = await mailedLink(own, new RegExp(`http\\S+/resetpassword/freeze-${project.name}\\S+`));
    await page.goto(new URL(link).pathname + new URL(link).search);
    await page.locator('[name=newPassword]').fill(NEW_PASSWORD);
    await page.locator('[name=confirmPassword]').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page).not.toHaveURL(/resetpassword/);
    if (!/dashboard/.test(page.url())) await signIn(page, { email, password: NEW_PASSWORD });
    for (const [path, title] of [
      ['/dashboard', null],
      ['/plans', 'You can’t buy a plan now'],
      ['/usercopytrade', 'You can’t start or resume a copy'],
      ['/fundwallet', 'Deposits can’t be withdrawn'],
      ['/withdraw', 'You can’t withdraw now'],
    ] as const) {
      await page.goto(path);
      const why = 'Your account is frozen: requested with the link in a mail.';
      await expect(page.getByRole('alert').getByText(why)).toBeVisible();
      if (title) await expect(page.getByRole('main').getByText(title).locator('..')).toContainText(why);
    }
    await expect(page.locator('[name=WithdrawAmount]')).toHaveCount(0);
    await page.getByRole('link', { name: 'How to unfreeze it' }).first().click();
    await expect(page.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible();
    await expect(page.getByText(/Write to support/).first()).toBeVisible();
  });

  await test.step('an administrator unfreezes it with a reason, and the pages no longer say so', async () => {
    await admin.goto(`/admin/users?q=${encodeURIComponent(email)}`);
    await expect(admin.getByRole('row').getByText('Frozen', { exact: true })).toBeVisible();
    await openUser();
    await admin.getByRole('link', { name: 'Unfreeze' }).click();
    await admin.locator('[name=reason]').fill('seen in person');
    await admin.getByRole('button', { name: 'Unfreeze' }).click();
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText('Account unfrozen. Its owner was notified')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText(/Your account is frozen: requested with the link in a mail/)).toHaveCount(0);
    await page.goto('/notifications');
    await expect(page.getByText(/no longer frozen: seen in person/).first()).toBeVisible();
  });
  await admin.context().close();
});
