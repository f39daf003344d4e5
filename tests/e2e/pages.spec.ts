import type { Page } from '@playwright/test';
import { someOf } from '../support/depth';
import {
  administrator,
  expect,
  expectShort,
  inBothThemes,
  objections,
  shiftOf,
  signIn,
  smallTargets,
  takenOver,
  test,
  UNSEEN_SHIFT,
  watchShifts,
} from './support';

const INVESTOR_PAGES = [
  '/dashboard',
  '/notifications',
  '/traders',
  '/traders?watched=1',
  '/traders/compare',
  '/usercopytrade',
  '/fundwallet',
  '/fundwallet?method=ETH',
  '/checkout?method=ETH&amount=50',
  '/deposit',
  '/withdraw',
  '/withdraw?method=BTC&WithdrawAmount=50',
  '/withdrawlogs',
  '/transactions',
  '/transactions?show=referrals&from=2026-13-01',
  '/transactions/statement',
  '/plans',
  '/plans?plan=gold',
  '/plans?plan=starter&amount=500',
  '/investments',
  '/referrals',
  '/ranking',
  '/more',
  '/kyc',
  '/support?from=/plans',
  '/settings',
  '/settings/picture',
  '/settings/password',
  '/settings/sessions',
  '/settings/keys',
  '/settings/webhooks',
  '/settings/security',
  '/settings/data',
  '/settings/close',
];

const ADMIN_PAGES = [
  '/admin',
  '/admin/users',
  '/admin/deposits?show=all',
  '/admin/withdrawals?show=all',
  '/admin/kyc?show=all',
  '/admin/support?show=all',
  '/admin/leader-requests',
  '/admin/traders?new=1',
  '/admin/catalogue',
  '/admin/catalogue?edit=deposit-method:BTC',
  '/admin/trades',
  '/admin/signals',
  '/admin/exposure',
  '/admin/search?q=500',
  '/admin/books?do=fund',
  '/admin/webhooks',
  '/admin/outbox?show=sent',
  '/admin/announcements',
  '/admin/jobs',
  '/admin/audit',
  '/admin/security',
  '/admin/password',
  '/admin/staff?do=invite',
  '/admin/staff/rights',
  '/admin/approvals',
];

/** Widths between a phone and a desktop, pixels. */
const BETWEEN = [600, 800, 1000];

async function expectNothingBeyond(page: Page, what: string): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([what, beyond]).toEqual([what, 0]);
}

/** On a phone and a desktop, light and dark: accessible, no small targets, no sideways scrolling, no motion, no endless page. */
async function inspect(page: Page, paths: string[]): Promise<void> {
  await watchShifts(page);
  for (const [row, path] of paths.entries()) {
    await inBothThemes(
      page,
      async (poll) => {
        if (poll.drawnAnew) {
          const answer = await page.goto(path);
          expect([path, answer?.status()]).toEqual([path, 200]);
          await takenOver(page);
        }
        expect([path, poll.theme, await objections(page, poll)]).toEqual([path, poll.theme, []]);
        await expectNothingBeyond(page, `${path}, ${poll.theme}`);
        expect(await shiftOf(page), `${path} moves, ${poll.theme}`).toBeLessThan(UNSEEN_SHIFT);
        expect([path, await smallTargets(page)]).toEqual([path, []]);
      },
      row,
    );
    await expectShort(page, path, someOf(BETWEEN, row));
  }
}

test("axe finds nothing on the investor's pages", async ({ page, installation }) => {
  // The longer timeout is for many pages, each checked twice.
  test.slow();
  await signIn(page, installation.demonstration.investor);
  const copied = await page
    .goto('/usercopytrade')
    .then(() => page.locator('main a[href^="/usercopytrade/"]').first().getAttribute('href'));
  const profile = await page
    .goto(`${copied}`)
    .then(() => page.getByRole('link', { name: 'View trader' }).getAttribute('href'));
  const others = await page
    .goto('/traders')
    .then(() =>
      page
        .locator('input[name=with]')
        .evaluateAll((ticks) => ticks.slice(0, 3).map((tick) => (tick as HTMLInputElement).value)),
    );
  const receipt = await page
    .goto('/deposit')
    .then(() => page.locator('main a[href^="/deposit/"]').first().getAttribute('href'));
  await inspect(page, [
    ...INVESTOR_PAGES,
    `${profile}`,
    `/traders/compare?${others.map((id) => `with=${id}`).join('&')}`,
    `${profile}/copy`,
    `${profile}/copy?amount=500&review=yes`,
    `${copied}`,
    `${receipt}`,
  ]);
});

test("axe finds nothing on the administrator's pages", async ({ browser, installation }) => {
  test.slow();
  const page = await administrator(browser, installation, true);
  await page.goto('/admin/users');
  const person = await page.locator('a[href^="/admin/users/"]').first().getAttribute('href');
  const parts = ['statement', 'deposits', 'withdrawals', 'plans', 'copies', 'documents', 'sessions', 'events'];
  await inspect(page, [
    ...ADMIN_PAGES,
    `${person}`,
    `${person}?do=credit`,
    ...parts.map((part) => `${person}/${part}`),
  ]);
  await page.context().close();
});
