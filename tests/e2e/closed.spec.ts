import { administrator, expect, newcomer, test } from './support';

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

test('a closed account is paid out and reopened, and its owner chooses a new password', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const { email, password } = await newcomer(page, `closed-${project.name}`);
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  const open = async () => {
    await admin.goto(`/admin/users?q=${encodeURIComponent(email)}`);
    await admin.getByRole('link', { name: 'Mia Moss' }).first().click();
  };

  await test.step('it gets money, and is closed', async () => {
    await open();
    await admin.getByRole('link', { name: 'Credit', exact: true }).click();
    await admin.getByRole('radio', { name: 'Deposit received' }).check();
    await admin.locator('[name=amount]').fill('50');
    await admin.locator('[name=reason]').fill('for the journey');
    await admin.getByRole('button', { name: 'Credit', exact: true }).click();
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText(/Credited \$50\.00/)).toBeVisible();
    await admin.getByRole('link', { name: 'Close account' }).click();
    await admin.getByLabel('Email of the account').fill(email);
    await admin.locator('[name=reason]').fill('asked for by phone');
    await admin.getByRole('button', { name: 'Close the account' }).click();
    await expect(admin.getByText('The account is closed')).toBeVisible();
    await expect(admin.getByRole('link', { name: 'Credit', exact: true })).toHaveCount(0);
  });

  await test.step('the payout is requested: first to a wrong wallet, then to the right one', async () => {
    await admin.getByRole('link', { name: 'Pay out' }).click();
    await expect(admin).toHaveURL(/do=pay-out/);
    await expect(admin.locator('[name=amount]')).toHaveValue('50.00');
    await admin.locator('[name=method]').selectOption('BTC');
    await admin.locator('[name=wallet]').fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyX');
    await admin.locator('[name=reason]').fill('asked for in person');
    await admin.getByRole('button', { name: 'Ask for the payment' }).click();
    await expect(admin.getByText(/This is not a valid .* address/).first()).toBeVisible();
    await expect(admin.locator('[name=reason]')).toHaveValue('asked for in person');
    await admin.locator('[name=wallet]').fill(WALLET);
    await admin.getByRole('button', { name: 'Ask for the payment' }).click();
    await expect(admin.getByRole('region', { name: 'What this does' })).toContainText(WALLET);
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText(/\$50\.00 are held for the payment/)).toBeVisible();
    await admin.goto(`/admin/withdrawals?q=${email}`);
    await expect(admin.getByText(email).first()).toBeVisible();
  });

  await test.step('it is reopened once', async () => {
    await open();
    await admin.getByRole('link', { name: 'Reopen account' }).click();
    await admin.getByRole('button', { name: 'Reopen the account' }).click();
    await expect(admin.getByText('Enter a reason; it is shown to the investor').first()).toBeVisible();
    await admin.locator('[name=reason]').fill('came back');
    await admin.getByRole('button', { name: 'Reopen the account' }).click();
    await admin.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.getByText(/Account reopened/)).toBeVisible();
    await expect(admin.getByRole('link', { name: 'Close account' })).toBeVisible();
  });

  await test.step('the old password is refused', async () => {
    await page.goto('/login');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Incorrect password').first()).toBeVisible();
  });
  await admin.context().close();
});
