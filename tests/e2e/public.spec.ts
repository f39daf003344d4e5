import type { Page, Request } from '@playwright/test';
import { HEADER_MENUS, PUBLIC_PAGES } from '~/features/site/marketing/menus';
import {
  DESK,
  expect,
  inBothThemes,
  objections,
  PHONE,
  setHidden,
  shiftOf,
  signIn,
  smallTargets,
  test,
  UNSEEN_SHIFT,
  watchShifts,
} from './support';

const heightOf = (page: Page) => page.locator('body').evaluate(({ scrollHeight }) => scrollHeight);

/** Returns a screenshot of each part of a page, without animated parts. */
const looksOf = (page: Page) =>
  page.locator('body :not(.tape *, [data-moves], [data-moves] *, [data-phrases] *)').evaluateAll((parts) =>
    parts.map((part) => {
      const { display, position, font, color, backgroundColor, padding, margin, border, gap } = getComputedStyle(part);
      return [part.className, display, position, font, color, backgroundColor, padding, margin, border, gap].join(' ');
    }),
  );

const hrefs = (page: Page) =>
  page
    .locator('header a, footer a')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);

/** On a phone in light, on a desktop in dark: nothing that axe objects to, that moves by itself or is too small to press. */
const inspect = (
  page: Page,
  { path, row, open }: { path: string; row: number; open: (path: string) => Promise<void> },
) =>
  inBothThemes(
    page,
    async (poll) => {
      if (poll.drawnAnew) await open(path);
      expect([path, poll.theme, await objections(page, poll)]).toEqual([path, poll.theme, []]);
      expect(await shiftOf(page), `${path} moves, ${poll.theme}`).toBeLessThan(UNSEEN_SHIFT);
      expect([path, await smallTargets(page)]).toEqual([path, []]);
    },
    row,
  );

test('every link of header, menus and footer leads to an existing page without findings of axe or its policy, and without motion', async ({
  page,
  baseURL,
  javaScriptEnabled,
}) => {
  // Loads many pages twice in one browser, to use its cache.
  test.slow();
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await watchShifts(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const open = async (path: string) => expect([path, (await page.goto(path))?.status()]).toEqual([path, 200]);
  await open('/');
  const linked = (await hrefs(page)).filter((href) => href.startsWith('/'));
  for (const { href, items = [] } of HEADER_MENUS) {
    for (const expected of [href, ...items.map((item) => item.href)]) expect(linked).toContain(expected);
  }
  const paths = [...new Set([...linked, ...PUBLIC_PAGES, '/markets/AAPL', '/offline'])];
  for (const [row, path] of paths.entries()) {
    // The checkers are scripts.
    if (javaScriptEnabled) await inspect(page, { path, row, open });
    else await open(path);
    await page.setViewportSize(DESK);
    expect(await heightOf(page), path).toBeLessThanOrEqual(4_600);
    await expect(page.locator('h1'), path).toHaveCount(1);
    // A page may link only to existing pages.
    for (const more of (await hrefs(page)).filter((link) => link.startsWith('/'))) {
      if (!paths.includes(more)) paths.push(more);
    }
  }
  expect(foreign).toEqual([]);
});

test('the landing page has its sections in order, and marks invented content as a sample', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('h1')).toContainText('Innovative copy trading platform for');
  const titles = await page.locator('main h2').allTextContents();
  const order = [
    'Traders to copy',
    'See it at work',
    'What if I had copied',
    'Tools that traders',
    'Market rates',
    'Market overview',
    '3 steps',
    'Common questions',
    'What clients say',
    'Talk to us',
    'The day in the markets',
    'Market data',
    'News',
    'Technical analysis',
    'Fundamentals',
    'a copy of your own',
  ];
  const places = order.map((title) => titles.findIndex((found) => found.includes(title)));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  for (const figure of await page.locator('main figure:has(blockquote)').all()) {
    await expect(figure.getByText('5 of 5 stars')).toHaveCount(1);
  }
  await expect(page.locator('main figure:has(blockquote)')).toHaveCount(6);
  await expect(page.getByRole('heading', { name: 'What clients say' }).getByText('sample')).toBeVisible();
  const traders = await page.locator('#what-if select[name="copied"] option').count();
  expect(traders).toBeGreaterThan(0);
  await expect(page.locator('main article a[href^="/traders/"][href$="/copy"]')).toHaveCount(traders);
  // Also without scripts, pictures wait until they come near.
  const pictures = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /\/picture-/.test(name)).length);
  await page.setViewportSize(PHONE);
  await page.reload();
  expect(await pictures()).toBe(0);
  await page.getByRole('figure').filter({ hasText: 'Home: your balance' }).scrollIntoViewIfNeeded();
  await expect.poll(pictures).toBeGreaterThan(0);
  // A browser that saves data does not load them either.
  await page.setExtraHTTPHeaders({ 'Save-Data': 'on' });
  await page.goto('/');
  await expect(page.locator('.product-picture')).toHaveCount(0);
  const file = await page.request.get('/picture-home-desk-light.avif');
  expect(file.headers()['content-type']).toBe('image/avif');
  await expect(page.locator('main a[href^="mailto:"]').first()).toBeVisible();
  await expect(page.locator('footer')).toContainText(`© ${new Date().getUTCFullYear()}`);
});

test('prices update in place with a script, and without one a link reloads them', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/watchlists');
  const stood = page.locator('[data-as-of*="BTCUSD"]').first();
  const reload = page.getByRole('link', { name: 'Reload', exact: true });
  const drawn = await stood.textContent();
  expect(drawn).toMatch(/^\d+ \w{3}, \d\d:\d\d:\d\d UTC$/);
  if (!javaScriptEnabled) {
    await expect(page.getByText('Live', { exact: true })).toBeHidden();
    await reload.click();
    await expect(page).toHaveURL(/\/watchlists$/);
    return;
  }
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(reload).toBeHidden();
  await expect(stood).not.toHaveText(drawn ?? '');
  // The cell still shows a price of this coin, and the change still names its direction in text.
  await expect(page.locator('[data-moves="BTCUSD 0"]').first()).toHaveText(/^[\d,]+\.\d{2}$/);
  await expect(page.locator('[data-moves="BTCUSD 1"]').first()).toHaveText(/^[+−]?\d+\.\d\d% (up|down|no change)$/);
  await page.getByLabel('Pause', { exact: true }).check();
  const paused = await stood.textContent();
  const requested = page.waitForRequest(/\/prices\?of=/);
  await page.getByLabel('Pause', { exact: true }).uncheck();
  await requested;
  await expect(stood).not.toHaveText(paused ?? '');

  // A hidden tab has no connection.
  const isStream = (request: Request) => request.url().includes('/prices?of=');
  const closed = page.waitForEvent('requestfailed', isStream);
  await setHidden(page, true);
  await closed;
  const back = page.waitForRequest(isStream);
  await setHidden(page, false);
  await back;

  // A browser that saves data has none until it is requested.
  let streams = 0;
  page.on('request', (request) => {
    if (isStream(request)) streams += 1;
  });
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.reload();
  await expect(page.getByText('Prices paused to save data')).toBeVisible();
  await expect(reload).toBeHidden();
  expect(streams).toBe(0);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});

test('the landing page of a phone stays short, and public pages know who is signed in', async ({
  page,
  installation,
  javaScriptEnabled,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  expect(await heightOf(page)).toBeLessThan(5_700);
  // The page contains only the CSS rules that it uses.
  const own = await looksOf(page);
  const sheet = await page.locator('link[rel=prefetch]').getAttribute('href');
  if (javaScriptEnabled) await page.addStyleTag({ url: sheet ?? '' });
  expect(await looksOf(page)).toEqual(own);
  await signIn(page, installation.demonstration.investor);
  await page.setViewportSize(DESK);
  await page.goto('/about');
  const header = page.locator('header');
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  const person = header.getByRole('link', { name: 'Your settings' });
  await expect(person).toHaveText(javaScriptEnabled ? 'I' : '');
  await page.setViewportSize(PHONE);
  await header.getByRole('link', { name: 'My account' }).click();
  await expect(page).toHaveURL(/dashboard/);
});

test('the first view of the landing page takes at most 120 KB with its pictures', async ({ page }) => {
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    const sizes: Promise<number>[] = [];
    const weigh = (request: Request) => {
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
      );
    };
    page.on('requestfinished', weigh);
    await page.goto('/', { waitUntil: 'networkidle' });
    page.off('requestfinished', weigh);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(120 * 1024);
    // Leaves the page, because the other screen size loads other pictures.
    await page.goto('about:blank');
  }
});

test('a chart of a market page shows values at the pointer and by the arrow keys, and without scripts shows its figures', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/forex');
  const chart = page.locator('[data-reads]');
  const slider = chart.getByLabel('EUR/USD, daily candles: read a value');
  const note = chart.locator('> p');
  await expect(note).toBeHidden();
  if (!javaScriptEnabled) {
    await expect(slider).toBeHidden();
    const figures = page.locator('figure').filter({ has: chart });
    await figures.getByText('Show the figures').click();
    await expect(figures.getByRole('cell').first()).toBeVisible();
    return;
  }
  await slider.focus();
  await expect(note).toHaveText(/^\d+ \w{3} \d{4}: \d\.\d{5}$/);
  const newest = await note.textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(note).not.toHaveText(newest ?? '');
  await expect(slider).toHaveAttribute('aria-valuetext', (await note.textContent()) ?? '');
  await page.keyboard.press('End');
  await expect(note).toHaveText(newest ?? '');
  await slider.blur();
  await expect(note).toBeHidden();
  await chart.locator('svg').hover({ position: { x: 2, y: 50 } });
  await expect(note).toBeVisible();
  await expect(note).not.toHaveText(newest ?? '');
  expect(await objections(page)).toEqual([]);
});

test('a visitor computes what a copy of $1,000 would have become', async ({ page }) => {
  await page.goto('/');
  const request = page.locator('#what-if');
  await expect(request.getByText('Past results do not predict future results')).toBeVisible();
  // Other journeys enter results for traders, which hides them here, but at least one trader remains.
  const first = (await request.getByLabel('Trader').locator('option').first().textContent()) ?? '';
  await request.getByLabel('Trader').selectOption(first);
  await request.getByLabel('Time').selectOption('3 months');
  await request.getByRole('button', { name: 'Work it out' }).click();
  await expect(page).toHaveURL(/months=3#what-if$/);
  await expect(request.getByText(`The record of ${first} is shorter than 3 months`)).toBeVisible();
  await request.getByLabel('Time').selectOption('1 month');
  await request.getByRole('button', { name: 'Work it out' }).click();
  await expect(page).toHaveURL(/months=1#what-if$/);
  await expect(request.getByText(`in 1 month by the record of ${first}`)).toBeVisible();
  const worth = request.getByText(/^\$[\d,]+\.\d\d$/);
  await expect(worth).toBeVisible();
  // The result is of the current choice: another one hides it until it is requested.
  await request.getByLabel('Time').selectOption('3 months');
  await expect(worth).toBeHidden();
  await expect(request.getByText('Press “Work it out”')).toBeVisible();
  await request.getByLabel('Time').selectOption('1 month');
  await expect(worth).toBeVisible();
});

test('of the five questions one is open at a time, and pressing the open one closes it', async ({ page }) => {
  await page.goto('/');
  const questions = page.locator('#faq details details');
  await expect(questions).toHaveCount(5);
  await questions.nth(0).locator('summary').click();
  await expect(questions.nth(0)).toHaveAttribute('open');
  await questions.nth(3).locator('summary').click();
  await expect(questions.nth(3)).toHaveAttribute('open');
  await expect(questions.nth(0)).not.toHaveAttribute('open');
  await questions.nth(3).locator('summary').click();
  await expect(questions.nth(3)).not.toHaveAttribute('open');
});

test('the phone’s menu opens, and its three submenus open and close independently', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await page.locator('header summary', { hasText: 'Menu' }).last().click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const submenus = menu.locator('details');
  await expect(submenus).toHaveCount(3);
  for (const at of [0, 1, 2]) await submenus.nth(at).locator('summary').click();
  for (const at of [0, 1, 2]) await expect(submenus.nth(at)).toHaveAttribute('open');
  await submenus.nth(1).locator('summary').click();
  await expect(submenus.nth(1)).not.toHaveAttribute('open');
  await expect(submenus.nth(2)).toHaveAttribute('open');
  for (const name of ['FAQ', 'Log in', 'Sign up']) await expect(menu.getByRole('link', { name })).toBeVisible();
  await menu.getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL(/\/team$/);
});

test('a menu of the header opens by key, and one closes the other', async ({ page, javaScriptEnabled }) => {
  await page.setViewportSize(DESK);
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  const markets = nav.locator('summary', { hasText: 'Markets' });
  await markets.focus();
  await page.keyboard.press('Enter');
  await expect(nav.getByRole('link', { name: 'Forex' })).toBeVisible();
  await nav.locator('summary', { hasText: 'Company' }).click();
  await expect(nav.getByRole('link', { name: 'Forex' })).toBeHidden();
  await expect(nav.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
  if (!javaScriptEnabled) return;
  await page.keyboard.press('Escape');
  await expect(nav.getByRole('link', { name: 'Privacy policy' })).toBeHidden();
  await expect(nav.locator('summary', { hasText: 'Company' })).toBeFocused();
});

test('the header looks different after 50 px and again after 90, and never moves the page', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto('/');
  const header = page.locator('.site-header');
  // The style decides the look: the test checks that there are three, and where they change.
  const looks = new Map<number, string>();
  for (const y of [0, 45, 60, 80, 100, 400]) {
    await page.mouse.move(640, 450);
    await page.mouse.wheel(0, y - (await scrolled(page)));
    await expect.poll(() => scrolled(page)).toBe(y);
    await expect
      .poll(async () => {
        const was = looks.get(y);
        looks.set(y, await poll(header));
        return was === looks.get(y);
      })
      .toBe(true);
  }
  expect(looks.get(45)).toBe(looks.get(0));
  expect(looks.get(80)).toBe(looks.get(60));
  expect(looks.get(400)).toBe(looks.get(100));
  expect(new Set(looks.values()).size).toBe(3);
});

const scrolled = (page: Page) => page.locator('html').evaluate((root) => Math.round(root.scrollTop));

const poll = (header: ReturnType<Page['locator']>) =>
  header.evaluate((element) => {
    const { backgroundColor, borderBottomColor, boxShadow, height } = getComputedStyle(element);
    return [backgroundColor, borderBottomColor, boxShadow, height].join(' ');
  });

test('the phrase is typed, and is static for those who reduce motion', async ({ page, javaScriptEnabled }) => {
  const phrase = page.locator('[data-phrases]');
  const shown = () =>
    phrase.evaluate((place) =>
      [...place.children]
        .filter((child) => getComputedStyle(child).visibility === 'visible')
        .map(({ textContent }) => textContent)
        .join(''),
    );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect(await shown()).toBe('cryptocurrencies');
  if (!javaScriptEnabled) return;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await expect.poll(shown).toBe('foreign exchange');
  await page.getByLabel('Pause animation').check();
  await expect.poll(shown).toMatch(/^(foreign exchange|copy trading)$/);
});

test('cards are a row that scrolls sideways on a phone, and the Tab key stops only at scrollable elements', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await page.locator('summary', { hasText: 'What clients say' }).click();
  const row = page.getByRole('region', { name: 'Reviews' });
  const beyond = (place: typeof row) => place.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(await beyond(row)).toBeGreaterThan(PHONE.width);
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => row.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.setViewportSize(DESK);
  await expect.poll(() => beyond(row)).toBe(0);
  if (javaScriptEnabled) await expect(row).toHaveAttribute('tabindex', '-1');
});

test('a page without React is opened as a document from one with it', async ({ page, javaScriptEnabled }) => {
  await page.goto('/login');
  if (javaScriptEnabled) await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.getByRole('link', { name: 'Terms', exact: true }).click();
  await expect(page).toHaveURL(/\/policy$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (javaScriptEnabled) expect(await page.evaluate(() => 'stays' in window)).toBe(false);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('an unknown address offers help', async ({ page }) => {
  const answer = await page.goto('/no-such-page?token=secret');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('main').getByText('Address /no-such-page', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached();
  await page.getByRole('main').getByRole('link', { name: 'Questions and answers' }).click();
  await expect(page).toHaveURL(/\/faq$/);
});

test('a visitor chooses the colours, on a page that is the same for all visitors', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/heatmaps?widget=nothing');
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(page).toHaveURL(/\/heatmaps\?widget=nothing#colours$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Same as device' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  expect(await page.context().cookies()).toEqual([]);
});
