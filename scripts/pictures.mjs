/*
 * `npm run pictures`: creates the pictures of the product on the landing page from a demonstration that it starts: each page on a phone
 * and a desktop, light and dark, as AVIF. Needs a build and a browser (`npx playwright install chromium`).
 */
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findInstalledBrowser } from './browser.mjs';
import { serveDemonstration } from './serveDemonstration.mjs';

const OUTPUT_FOLDER = 'public';
const PAGES = { home: '/dashboard', traders: '/traders', copies: '/usercopytrade' };
/** Window size, small enough that text stays legible at the width of a column, and the width of the picture. */
const SCREENS = {
  phone: { viewport: { width: 375, height: 440 }, scale: 2, width: 750 },
  desk: { viewport: { width: 896, height: 560 }, scale: 1.25, width: 1120 },
};
const AVIF_QUALITY = 45;

const { origin, investor, stop } = await serveDemonstration('1');
try {
  const browser = await chromium.launch({
    executablePath: findInstalledBrowser() ?? undefined,
    args: ['--no-sandbox'],
  });
  for (const [screen, { viewport, scale, width }] of Object.entries(SCREENS)) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport,
        deviceScaleFactor: scale,
        colorScheme,
        reducedMotion: 'reduce',
        javaScriptEnabled: false,
      });
      const page = await context.newPage();
      await page.goto('/login');
      await page.locator('[name=email]').fill(investor.email);
      await page.locator('[name=password]').fill(investor.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL(/dashboard/);
      for (const [name, address] of Object.entries(PAGES)) {
        await page.goto(address);
        const screenshot = await page.screenshot();
        const file = path.join(OUTPUT_FOLDER, `picture-${name}-${screen}-${colorScheme}.avif`);
        const { size, height } = await sharp(screenshot)
          .resize({ width })
          .avif({ quality: AVIF_QUALITY, effort: 6 })
          .toFile(file);
        console.log(`${file} ${width} x ${height}, ${Math.round(size / 1024)} KB`);
      }
      await context.close();
    }
  }
  await browser.close();
} finally {
  await stop();
}
