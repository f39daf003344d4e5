import sharp from 'sharp';
import { expect, newcomer, phonePhoto, test } from './support';

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'What a page does by its script on a bad line');

test('a photo is made small, sent in parts that resume after an interruption, and submitted with the form', async ({
  page,
}) => {
  await newcomer(page, 'bad-line');
  await page.goto('/checkout?method=ETH&amount=500');
  const buffer = await phonePhoto();
  expect(buffer.length).toBeGreaterThan(3_000_000);
  const parts: number[] = [];
  let cut = 2;
  await page.route('**/uploads', async (route) => {
    const body = route.request().postDataBuffer() ?? Buffer.alloc(0);
    if (!body.includes('name="part"')) return await route.continue();
    parts.push(body.length);
    // The second part arrives and its answer is lost; the third does not arrive.
    if (parts.length === 2) await route.fetch();
    if (parts.length > 1 && cut-- > 0) return await route.abort('connectionreset');
    await route.continue();
  });
  await page.locator('[name=proof]').setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText(/KB left to send|is uploaded already/)).toBeVisible({ timeout: 60_000 });
  // The form waits for its picture.
  await page.getByRole('button', { name: 'Confirm deposit' }).click();
  await expect(page).toHaveURL(/\/deposit\/[0-9a-f-]{36}/, { timeout: 60_000 });
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(300_000);

  const shown = page.getByRole('link').filter({ has: page.getByAltText('Your proof of payment') });
  const file = await page.context().request.get((await shown.getAttribute('href')) ?? '');
  const { width, height, exif } = await sharp(await file.body()).metadata();
  expect([width, height, exif]).toEqual([1200, 1600, undefined]);
});

test('a picture that can’t be read is refused with a message, and the form stays', async ({ page }) => {
  await newcomer(page, 'no-picture');
  await page.goto('/checkout?method=ETH&amount=500');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('[name=proof]').setInputFiles({ name, mimeType, buffer });
  await choose('IMG_1.HEIC', 'image/heic', Buffer.from('ftypheic'));
  await expect(page.getByText('This is a HEIC picture')).toBeVisible();
  await choose('x.jpg', 'image/jpeg', Buffer.from('<html>'));
  await expect(page.getByText('This file can’t be read as a picture.')).toBeVisible();
  const wide = sharp({ create: { width: 20_000, height: 60, channels: 3, background: 'red' } });
  await choose('wide.png', 'image/png', await wide.png().toBuffer());
  await expect(page.getByText('wide.jpg is uploaded already')).toBeVisible();
  // A second chosen file replaces the first.
  await choose('x.jpg', 'image/jpeg', Buffer.from('<html>'));
  await expect(page.getByText('is uploaded already')).toHaveCount(0);
});
