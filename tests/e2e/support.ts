import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { isLong } from '../support/depth';
import { formsOf } from '../support/pages/client';
import { PIXEL_PNG } from '../support/pages/files';
import { Installation, type SignIn } from '../support/servers/installation';

export const PIXEL = {
  name: 'proof.png',
  mimeType: 'image/png',
  buffer: PIXEL_PNG,
};

/** Each worker has its own server with the demonstration. */
export const test = base.extend<{ quiet: undefined }, { installation: Installation }>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs from here
    async ({}, use) => {
      const installation = await new Installation().start();
      await use(installation);
      await installation.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ installation }, use) => use(installation.origin),
  // A page that logs to the console, or violates its own security policy, is broken.
  quiet: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        // Ignores what the browser logs for refusals (4xx) and for the connections of a killed server.
        const isExpected =
          /status of 4\d\d|net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING)/.test(
            message.text(),
          );
        if (message.type() === 'error' && !isExpected) complaints.push(message.text());
      });
      // Logs all policy violations, because the browser does not log each of them.
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
          console.error(`Policy: ${violatedDirective} by ${sourceFile}`),
        ),
      );
      page.on('pageerror', (error) => complaints.push(`${error.message} at ${page.url()}`));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Posts the page's form that has these fields as a browser without scripts, and returns its redirect. */
async function postForm(page: Page, path: string, added: Record<string, string>): Promise<string> {
  const { request } = page.context();
  const drawn = await request.get(path);
  const [first = '_csrf'] = Object.keys(added);
  const form = formsOf(await drawn.text(), path).find(({ names }) => names.has(first));
  if (!form) throw new Error(`${path} answered ${drawn.status()} without a form with "${first}"`);
  const headers = {
    Origin: new URL(drawn.url()).origin,
    // The device of the session in lists.
    'User-Agent': await page.evaluate(() => navigator.userAgent),
  };
  const answer = await request.post(form.action, { form: { ...form.fields, ...added }, headers, maxRedirects: 0 });
  expect([path, answer.status()]).toEqual([path, 303]);
  return answer.headers().location ?? '';
}

/** Signs an investor in without opening the form, which `journey.spec.ts` tests. With `isRemembered`, the browser stays signed in. */
export async function signIn(page: Page, { email, password }: SignIn, isRemembered = false): Promise<void> {
  const request: Record<string, string> = isRemembered ? { rememberme: 'on' } : {};
  expect(await postForm(page, '/login', { email, password, ...request })).toBe('/dashboard');
}

/** Buys this amount of the instrument of the chart, from the ticket to its review. */
export async function placeOrder(page: Page, size: string): Promise<void> {
  const order = page.locator('#order');
  await order.getByLabel('Unit').selectOption('size');
  await order.getByLabel('Amount', { exact: true }).fill(size);
  await order.getByRole('button', { name: /^Buy/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).click();
}

/** A new user, signed up, verified and signed in, for changes that the demonstration's investor must not have. */
export async function newcomer(page: Page, username: string): Promise<SignIn> {
  const signedUp = { email: `${username}@example.com`, password: 'a long walk in the rain' };
  const sent = await postForm(page, '/signup', { firstName: 'Mia', lastName: 'Moss', ...signedUp });
  expect(sent).toBe('/verify');
  const html = await (await page.context().request.get('/verify')).text();
  const [, mailed = ''] = /action="([^"]*?\/verify\/[^"]+)"/.exec(html) ?? [];
  expect(await postForm(page, mailed, { _intent: 'verify' })).toBe('/dashboard');
  return signedUp;
}

/** A photo as a phone takes it: 12 megapixels, some 4 MB, rotated, with metadata. */
export const phonePhoto = () =>
  sharp({
    create: {
      width: 4032,
      height: 3024,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 24 },
    },
  })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 82 })
    .toBuffer();

/** Newest link of this kind that an installation has mailed, from the console of paper mode. */
export async function mailedLink(installation: Installation, pattern: RegExp): Promise<string> {
  const found = () => installation.output.map((line) => pattern.exec(line)?.[0]).findLast(Boolean) ?? '';
  await expect.poll(found, { timeout: 20_000 }).not.toBe('');
  return found();
}

/** A browser of the administrator, signed in. */
export async function administrator(
  browser: Browser,
  installation: Installation,
  javaScriptEnabled: boolean,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: installation.origin, javaScriptEnabled });
  const page = await context.newPage();
  await postForm(page, '/admin', installation.demonstration.admin);
  return page;
}

/** Waits until React has hydrated the elements of this selector: an earlier change is a hydration error. */
export const takenOver = (page: Page, selector = 'main'): Promise<unknown> =>
  page.waitForFunction(
    (found) => Object.keys(document.querySelector(found) ?? {}).some((name) => name.startsWith('__react')),
    selector,
  );

/** Delays the scripts of pages opened from here on; the returned function releases them. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/entry.client-*', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Starts adding up the layout shifts of each page; `shiftOf` reads the sum. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) shifts.sum += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Largest layout shift that tests accept. A busy machine may paint a long page early; people notice 0.1 (Web Vitals). */
export const UNSEEN_SHIFT = 0.05;

/** Layout shift of the page so far, as browsers measure it. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);

export const PHONE = { width: 375, height: 800 };
export const DESK = { width: 1280, height: 900 };

/** Check of a page. */
type Look = {
  theme: 'light' | 'dark';
  /** True if the page must be opened; false if it is still open from the previous check. */
  drawnAnew: boolean;
  /** True if axe checks colours, which takes six times as long as all other checks. */
  colours: boolean;
};

/** Checks colours in light on a phone, then dark on a desktop; in the short run of one page in four (`row`) each. */
export async function inBothThemes(page: Page, poll: (poll: Look) => Promise<void>, row: number): Promise<void> {
  const [inLight, inDark] = [row % 4 === 0, row % 4 === 2];
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  await poll({ theme: 'light', drawnAnew: true, colours: isLong || inLight });
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'dark' });
  await poll({ theme: 'dark', drawnAnew: false, colours: isLong || inDark });
}

/** Source of axe, as a script for a page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of axe that need the colours behind each text and take most of its time: contrast, and that of links in a text. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Findings of axe on a page: the rule, and the first element that breaks it. */
export async function objections(
  page: Page,
  { drawnAnew, colours }: Pick<Look, 'drawnAnew' | 'colours'> = { drawnAnew: true, colours: true },
): Promise<string[]> {
  if (!drawnAnew && !colours) return [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return await page.evaluate(
    async ({ drawnAnew, colours, ofColours }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      // Passed rules and the position of each element are omitted, which halves the time.
      const request = { resultTypes: ['violations' as const], selectors: false, preload: false };
      const enabled = Object.fromEntries(ofColours.map((rule) => [rule, { enabled: colours }]));
      const { violations } = await axe.run({
        ...request,
        ...(drawnAnew ? { rules: enabled } : { runOnly: ofColours }),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { drawnAnew, colours, ofColours: OF_COLOURS },
  );
}

/** Returns targets below 24 px, except for links in a sentence (WCAG 2.5.8); axe skips those with room around. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((min) => {
    /** Links in a line with other words. */
    const isInSentence = (link: Element) => {
      if (getComputedStyle(link).display !== 'inline') return false;
      const line = link.closest('p, li, dd, td, th, label, figcaption') ?? link.parentElement;
      return [...(line?.childNodes ?? [])].some((part) => !part.contains(link) && part.textContent?.trim());
    };
    const pressed = 'a[href], button, summary, select, textarea, input:not([type=hidden])';
    return [...document.querySelectorAll<HTMLElement>(pressed)]
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        // A checkbox can be pressed by its label too.
        const isSmall = (width < min || height < min) && !target.closest('label');
        // Elements one pixel wide are for screen readers.
        return isSmall && width > 1 && target.checkVisibility({ visibilityProperty: true }) && !isInSentence(target);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  }, 24);

/** Maximum height of a page in pixels: longer content must be paged or folded. */
const LONGEST = 4_500;

/** Fills every list to a page's rows (`data-records`) with copies, and returns their number. */
const fillLists = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let added = 0;
    for (const list of document.querySelectorAll<HTMLElement>('[data-records]')) {
      const rows = [...list.children];
      for (let at = 0; rows.length > 0 && list.children.length < Number(list.dataset.records); at++, added++) {
        list.append((rows[at % rows.length] as Element).cloneNode(true));
      }
    }
    return added;
  });

/** Checks that the page with full lists is short enough, and scrolls sideways at no width between. */
export async function expectShort(page: Page, path: string, between: readonly number[] = []): Promise<void> {
  const added = await fillLists(page);
  // Starts with the widest screen, so that the browser repeats the layout as rarely as possible.
  for (const size of [DESK, ...between.map((width) => ({ ...PHONE, width })), PHONE]) {
    await page.setViewportSize(size);
    const what = `${path}, ${size.width} wide, with ${added} rows more`;
    const [height, beyond] = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return [scrollHeight, scrollWidth - window.innerWidth];
    });
    expect(beyond, what).toBe(0);
    if (!between.includes(size.width)) expect(height, what).toBeLessThan(LONGEST);
  }
}

/** Sets the visibility of a page: a headless browser considers all tabs visible. */
export const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: is });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, hidden);
