import { administrator, expect, holdScripts, newcomer, PIXEL, signIn, takenOver, test } from './support';

test('the menus open, show who is signed in and the current page, and close', async ({ page, installation }) => {
  await signIn(page, installation.demonstration.investor);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/settings');
  const bar = page.getByRole('navigation', { name: 'Places' });
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Find traders', 'My copies', 'Wallet', 'Menu']);
  await expect(bar.getByRole('link', { name: 'Menu' })).toHaveAttribute('aria-current', 'true');
  {
    const menu = page.locator('header details', { has: page.getByText('Your account') });
    const face = menu.locator('summary');
    await face.click();
    for (const part of ['Ivy Hart', 'investor@mirrorbook.example', 'Total', 'Rank']) {
      await expect(menu.getByText(part, { exact: true })).toBeVisible();
    }
    await expect(menu.locator('a[href="/settings"]')).toHaveAttribute('aria-current', 'page');
    await face.click();
    await expect(menu.getByText('Ivy Hart')).toBeHidden();
  }
});

test('identity documents are sent, rejected with a reason, sent again, and approved', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const investor = await newcomer(page, `papers-${project.name}`);
  const admin = await administrator(browser, installation, javaScriptEnabled ?? true);
  const decision = admin
    .locator('div')
    .filter({ has: admin.getByRole('heading') })
    .filter({ hasText: investor.email })
    .filter({ has: admin.locator('summary') });

  await test.step('a form with a missing field says so and keeps the document', async () => {
    await page.goto('/kyc');
    await page.locator('[name=country]').selectOption('United Kingdom');
    await page.locator('[name=document]').setInputFiles({ ...PIXEL, name: 'passport.png' });
    await page.getByRole('button', { name: 'Send documents' }).click();
    await expect(page.getByRole('alert').getByText('Incomplete Form')).toBeVisible();
    await expect(page.getByText('Please fill all fields and upload a document.').first()).toBeVisible();
    await expect(page.getByText('Enter your address').first()).toBeVisible();
    await expect(page.locator('[name=country]')).toHaveValue('United Kingdom');
  });

  await test.step('and is sent', async () => {
    const answers = { state: 'England', postalCode: 'N1 9GU', address: '1 Wharf Road' };
    for (const [name, value] of Object.entries(answers)) await page.locator(`[name=${name}]`).fill(value);
    await page.getByRole('button', { name: 'Send documents' }).click();
    await expect(page.getByText('KYC Submitted!').first()).toBeVisible();
    await expect(page.getByRole('img', { name: /Identity document/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send documents' })).toHaveCount(0);
  });

  await test.step('is rejected by the administrator, who sees the document', async () => {
    await admin.goto(`/admin/kyc?q=${investor.email}`);
    const card = decision.last();
    await expect(card.getByRole('img', { name: /Identity document/ })).toBeVisible();
    await card.locator('summary', { hasText: 'Reject' }).click();
    await card.locator('form[data-key=r] [name=reason]').fill('The picture is one pixel');
    await card.locator('details[open] button').click();
    await expect(card.getByText('“Identity check rejected” to').first()).toBeVisible();
    await card.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(admin.locator('form[data-key=r]')).toHaveCount(0);
  });

  await test.step('is corrected, sent again and approved', async () => {
    await page.goto('/kyc');
    await expect(page.getByText('The picture is one pixel').first()).toBeVisible();
    await expect(page.locator('[name=address]')).toHaveValue('1 Wharf Road');
    await page.locator('[name=document]').setInputFiles({ ...PIXEL, name: 'passport.png' });
    await page.getByRole('button', { name: 'Send documents' }).click();
    await expect(page.getByText('under review').first()).toBeVisible();
    await admin.goto(`/admin/kyc?q=${investor.email}`);
    await decision.last().getByRole('button', { name: 'Approve' }).click();
    await expect(admin.locator('form[data-key=r]')).toHaveCount(0);
    await page.goto('/settings');
    await expect(page.getByText('Approved')).toBeVisible();
  });
  await admin.context().close();
});

test('settings: profile, picture, password, sessions and leaving', async ({
  page,
  browser,
  installation,
  javaScriptEnabled,
}, { project }) => {
  const investor = await newcomer(page, `settings-${project.name}`);

  await test.step('the profile changes, or says that it did not', async () => {
    await page.goto('/myprofile');
    await expect(page).toHaveURL(/\/settings$/);
    await page.getByRole('button', { name: 'Save' }).click();
    // The page has other forms, and the answer is to this one.
    await expect(page.getByRole('alert').getByText('No changes were made')).toHaveCount(1);
    await page.locator('[name=lastname]').fill('');
    await page.locator('[name=zipcode]').fill('N1 9GU');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter your last name').first()).toBeVisible();
    await expect(page.locator('[name=zipcode]')).toHaveValue('N1 9GU');
    await page.locator('[name=lastname]').fill("O'Moss-Lee");
    await page.locator('[name=timeZone]').selectOption('Europe/London');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile successfully updated')).toBeVisible();
    await expect(page.locator('[name=lastname]')).toHaveValue("O'Moss-Lee");
  });

  await test.step('a picture is refused, accepted and removed', async () => {
    const upload = page.getByRole('button', { name: 'Upload' });
    await page.locator('[name=profilepicture]').setInputFiles({ ...PIXEL, buffer: Buffer.from('<html>') });
    await upload.click();
    await expect(page.getByText(/must be a JPG, PNG/).first()).toBeVisible();
    await page.locator('[name=profilepicture]').setInputFiles(PIXEL);
    await upload.click();
    await expect(page.locator('header img[src^="/files/"]').first()).toBeAttached();
    await page.getByRole('button', { name: 'Remove the picture' }).click();
    await expect(page.locator('header img[src^="/files/"]')).toHaveCount(0);
  });

  await test.step('a new password ends the other sessions', async () => {
    const context = await browser.newContext({ baseURL: installation.origin, javaScriptEnabled });
    const other = await context.newPage();
    await signIn(other, investor);
    await page.goto('/settings/sessions');
    await expect(page.getByText('This device')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Sign out Chrome/ }).first()).toBeVisible();
    await page.goto('/settings/password');
    await page.locator('[name=currentPassword]').fill('not the password');
    await page.locator('[name=newPassword]').fill('a long walk in the rain');
    await page.locator('[name=confirmPassword]').fill('a long walk in the rain');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('This is not your current password').first()).toBeVisible();
    await page.locator('[name=currentPassword]').fill(investor.password);
    await page.locator('[name=newPassword]').fill('a long walk in the rain');
    await page.locator('[name=confirmPassword]').fill('a long walk in the rain');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('password successfully changed!')).toBeVisible();
    await other.goto('/dashboard');
    await expect(other).toHaveURL(/\/login$/);
    await context.close();
  });

  await test.step('the account is closed by its owner', async () => {
    await page.goto('/settings/close');
    await page.locator('[name=email]').fill('other@example.com');
    await page.locator('[name=password]').fill('a long walk in the rain');
    await page.getByRole('button', { name: 'Close my account' }).click();
    await expect(page.getByText('This is not the email of this account').first()).toBeVisible();
    await page.locator('[name=email]').fill(investor.email);
    await page.locator('[name=password]').fill('a long walk in the rain');
    await page.getByRole('button', { name: 'Close my account' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your account is closed')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('input stays while scripts are loading or a save is under way', async ({
  page,
  installation,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'about scripts');
  await signIn(page, installation.demonstration.investor);
  const release = await holdScripts(page);
  // The answer also comes without scripts: a page with the input.
  await page.goto('/settings', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.locator('[name=timeZone]').selectOption('Europe/London');
  await page.locator('[name=zipcode]').fill('N1 9GU');
  await page.locator('[name=firstname]').fill('');
  release();
  await takenOver(page, 'form#profile');
  await expect(page.locator('[name=zipcode]')).toHaveValue('N1 9GU');
  await expect(page.locator('[name=timeZone]')).toHaveValue('Europe/London');
  await expect(page.locator('[name=firstname]')).toHaveValue('');
  // The summary does not take the focus from where the person is.
  await expect(page.locator('[name=firstname]')).toBeFocused();
  await page.locator('[name=firstname]').fill('Ivy');
  // Nor an error that appears during input.
  await page.locator('[name=firstname]').fill('');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('[name=firstname]')).toBeFocused();
  await page.locator('[name=firstname]').fill('Ivy');

  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/settings.data*', async (route) => {
    if (route.request().method() === 'POST') await late;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('[name=zipcode]').fill('E8 3AB');
  await page.locator('[name=timeZone]').selectOption('Europe/Paris');
  answer();
  await expect(page.getByText('Profile successfully updated')).toBeVisible();
  await expect(page.locator('[name=zipcode]')).toHaveValue('E8 3AB');
  await expect(page.locator('[name=timeZone]')).toHaveValue('Europe/Paris');
});
