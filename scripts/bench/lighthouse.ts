import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '../../tests/support/servers/freePort';
import { Installation } from '../../tests/support/servers/installation';
import { findBrowser } from '../browser.mjs';
import { buildIfStale } from '../steps.mjs';
import { median } from './load';

const ROUNDS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** What visitors read is to be found by search engines too. */
const PUBLIC_CATEGORIES = [...CATEGORIES, 'seo'] as const;

/** The pages of the design's figures for an investor, and the score that each category is to reach; those for visitors reach 100. */
const PAGES = [
  { path: '/dashboard', goal: 100 },
  { path: '/fundwallet', goal: 95 },
];

/** What Lighthouse makes of the pages on its phone and its slow line: the median of five, and what cost points. */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation().start();
  const profile = mkdtempSync(join(tmpdir(), 'mirrorbook-lighthouse-'));
  const port = await freePort();
  // One browser for all, signed in, so that its own pages and ours share their cookies.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  try {
    const page = await browser.newPage();
    console.log('\n| page | performance | accessibility | best practices | seo | goal |');
    console.log('| --- | --- | --- | --- | --- | --- |');
    const tell = async (path: string, goal: number, categories: readonly string[]) => {
      const { scores, lost } = await measured(`${installation.origin}${path}`, port, categories);
      console.log(`| ${path} | ${[...scores, ''].slice(0, 4).join(' | ')} | ${goal} |`);
      for (const line of lost) console.log(`  ${line}`);
    };
    await page.goto(`${installation.origin}/traders`);
    const trader = await page.locator('main h2 a[href^="/traders/"]').first().getAttribute('href');
    for (const path of ['/', '/traders', `${trader}`]) await tell(path, 100, PUBLIC_CATEGORIES);
    const { email, password } = installation.demonstration.investor;
    await page.goto(`${installation.origin}/login`);
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/dashboard/);
    for (const { path, goal } of PAGES) await tell(path, goal, CATEGORIES);
  } finally {
    await browser.close();
    await installation.remove();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function measured(
  url: string,
  port: number,
  asked: readonly string[],
): Promise<{ scores: number[]; lost: Set<string> }> {
  const scores = asked.map((): number[] => []);
  const lost = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const told = await lighthouse(url, {
      port,
      onlyCategories: [...asked],
      disableStorageReset: true,
      logLevel: 'error',
    });
    if (!told) throw new Error('Lighthouse said nothing');
    const { audits, categories } = told.lhr;
    asked.forEach((id, at) => {
      scores[at]?.push(Math.round((categories[id]?.score ?? 0) * 100));
      for (const { id: audit, weight } of categories[id]?.auditRefs ?? []) {
        const { score = 1, displayValue = '' } = audits[audit] ?? {};
        if (weight > 0 && score !== null && score < 0.9) lost.add(`${audit} ${displayValue}`);
      }
    });
  }
  return { scores: scores.map(median), lost };
}
