import { type Browser, chromium, type Page } from '@playwright/test';
import { Client } from '../../tests/support/pages/client';
import { pictureFile } from '../../tests/support/pages/files';
import { Installation } from '../../tests/support/servers/installation';
import { findBrowser } from '../browser.mjs';
import { buildIfStale } from '../steps.mjs';
import { type Exchange, type LineKind, type SlowLine, slowLine, type Travelled } from './slowLine';

const LINES: Record<string, LineKind> = {
  whole: { bitsPerSecond: Number.POSITIVE_INFINITY, roundTrip: 0, cut: 0 },
  '400 kbit/s': { bitsPerSecond: 400_000, roundTrip: 800, cut: 10 },
  '50 kbit/s': { bitsPerSecond: 50_000, roundTrip: 800, cut: 10 },
};

/** Chromium's names of what answers compressed with a shared dictionary need. */
const DICTIONARIES = 'CompressionDictionaryTransport,CompressionDictionaryTransportBackend';

/** How often a step is tried on a line that cuts connections. */
const TRIES = 6;

const TYPING_MS = 5_000;

const PASSWORD = 'a long walk in the rain';

type Way = { line: string; scripts: boolean; dictionary: boolean };
/** `text` is when the page showed its first text, ms after what led to it; where scripts drew it, when it was there. */
type Step = { name: string; text: number; tries: number };
type Run = Way & { travelled: Travelled; steps: Step[]; seconds: number };

/**
 * What the main job, from sign-up to withdrawal, takes of a line: its bytes, requests and times in a Chromium behind a proxy that slows
 * and cuts. `npm run bench line` tries a whole line; lines are named by their beginning (`npm run bench line 50`), or `all` of them,
 * which takes a quarter of an hour.
 */
export async function bench(): Promise<void> {
  buildIfStale();
  const asked = process.argv.slice(3);
  const lines = Object.keys(LINES).filter((line) =>
    asked.length > 0 ? asked.some((name) => name === 'all' || line.startsWith(name)) : line === 'whole',
  );
  const installation = await new Installation({ DEMONSTRATION: '1' }).start();
  const runs: Run[] = [];
  try {
    const office = await new Client(installation).signInAdmin(installation.demonstration.admin);
    for (const line of lines) {
      for (const scripts of [false, true]) {
        for (const dictionary of [false, true])
          runs.push(await mainJob(installation, office, { line, scripts, dictionary }));
      }
    }
  } finally {
    await installation.remove();
  }
  tell(runs);
}

/** The main job as a newcomer does it who knows what they want, in one way. */
async function mainJob(installation: Installation, office: Client, way: Way): Promise<Run> {
  const line = await slowLine(Number(new URL(installation.origin).port), LINES[way.line] as LineKind);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', ...(way.dictionary ? [] : [`--disable-features=${DICTIONARIES}`])],
  });
  try {
    const began = performance.now();
    const steps = await walk(browser, line, office, way);
    return { ...way, steps, seconds: (performance.now() - began) / 1_000, travelled: line.take() };
  } finally {
    await browser.close();
    line.close();
  }
}

async function walk(browser: Browser, line: SlowLine, office: Client, way: Way): Promise<Step[]> {
  const email = `mia-${Date.now()}@example.com`;
  const page = await (
    await browser.newContext({
      javaScriptEnabled: way.scripts,
      baseURL: line.origin,
      viewport: { width: 375, height: 800 },
      serviceWorkers: 'block',
    })
  ).newPage();
  page.setDefaultTimeout(60_000);
  const main = page.getByRole('main');
  const steps: Step[] = [];
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

  let drawnAt = 0;
  /** Does what leads to a page, and again when the line was cut meanwhile, as a person does. */
  const step = async (name: string, leads: RegExp, act: () => Promise<unknown>) => {
    for (let tries = 1; ; tries++) {
      const began = performance.now();
      try {
        // A page that was cut off is loaded again, a form with it.
        await (isCutOff(page) ? page.reload() : act());
        await page.waitForURL(({ pathname, search }) => leads.test(pathname + search) || isCutOff(page), {
          waitUntil: 'commit',
        });
        if (isCutOff(page)) throw new Error(`The line was cut on the way to ${name}`);
        await main.first().waitFor();
        const there = performance.now() - began;
        await page.waitForLoadState();
        const drawn = await page.evaluate(() => ({
          at: performance.timeOrigin,
          text: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        }));
        steps.push({ name, tries, text: (drawn.at === drawnAt ? undefined : drawn.text) ?? there });
        drawnAt = drawn.at;
        return;
      } catch (error) {
        if (tries === TRIES) throw error;
      }
    }
  };

  await step('landing page', /^\/$/, () => page.goto('/'));
  await step('sign-up', /^\/signup/, () => page.getByRole('link', { name: 'Get started' }).first().click());
  // Typing takes a person longer; browsers fetch the dictionary meanwhile.
  await page.waitForTimeout(TYPING_MS);
  await step('signed up', /^\/verify/, async () => {
    const typed = { firstName: 'Mia', lastName: 'Moss', email, password: PASSWORD };
    for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value);
    await press('Sign up');
  });
  const mailed = await page.getByRole('link', { name: /\/verify\// }).getAttribute('href');
  const link = new URL(mailed ?? '', line.origin).pathname;
  await step('mailed link', /\/verify\/./, () => page.goto(link));
  await step('verified', /^\/dashboard/, () => press('It was me: verify my email'));

  await step('deposit', /^\/fundwallet/, () => page.goto('/fundwallet'));
  await step('its payment', /^\/checkout/, async () => {
    await main.getByText('BTC', { exact: true }).click();
    await page.locator('[name=amount]').fill('5000');
    await press('Continue');
  });
  const proof = await pictureFile({ width: 64 });
  await step('its receipt', /^\/deposit\//, async () => {
    const buffer = Buffer.from(await proof.arrayBuffer());
    await page.locator('[name=proof]').setInputFiles({ name: 'proof.png', mimeType: proof.type, buffer });
    await press(/Confirm deposit/);
  });
  await credit(office, new URL(page.url()).pathname.split('/').at(-1) ?? '');

  await step('traders', /^\/traders$/, () => page.goto('/traders'));
  await step('ticket', /\/copy/, () => main.locator('a[href$="/copy"]').first().click());
  await step('its review', /review=yes/, () => press('Review'));
  await step('copied', /^\/(dashboard|usercopytrade)/, () => press(/^Copy /));

  await step('withdraw', /^\/withdraw/, () => page.goto('/withdraw'));
  await step('its preview', /WithdrawAmount=/, async () => {
    await main.getByText('BTC', { exact: true }).click();
    await page.locator('[name=WithdrawAmount]').fill('200');
    await press('Continue');
  });
  await step('its receipt', /^\/withdrawlogs\//, async () => {
    await page.locator('[name=wallet]').fill('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
    await press('Confirm withdrawal');
  });
  return steps;
}

/** Is the browser's own page there, which says that a page can't be had? */
const isCutOff = (page: Page): boolean => page.url().startsWith('chrome-error:');

/** An administrator credits a deposit, which does not go over the line. */
async function credit(office: Client, id: string): Promise<void> {
  const form = await office.form(`/admin/deposits?item=${id}`, 'received');
  const answer = await office.agree(form, { _intent: 'approve', received: '5000' });
  if (answer.status !== 303) throw new Error(`Crediting answered ${answer.status}`);
}

function tell(runs: readonly Run[]): void {
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
  const yes = (is: boolean) => (is ? 'yes' : 'no');
  row(
    'line',
    'scripts',
    'dictionary',
    'requests',
    'of pages',
    'KB down',
    'of pages',
    'KB up',
    'cuts',
    'seconds',
    'first text: landing, ms',
    'slowest other, ms',
  );
  row(...Array<string>(12).fill('---'));
  for (const { line, scripts, dictionary, travelled, seconds, steps } of runs) {
    const { exchanges, down, up, cuts } = travelled;
    const pages = exchanges.filter(isPage);
    const [landing, ...others] = steps.map(({ text }) => Math.round(text));
    row(
      line,
      yes(scripts),
      yes(dictionary),
      exchanges.length,
      pages.length,
      kilobytes(down),
      kilobytes(pages.reduce((sum, page) => sum + page.down, 0)),
      kilobytes(up),
      cuts,
      seconds.toFixed(0),
      landing ?? '',
      Math.max(...others),
    );
  }
  const whole = (scripts: boolean, dictionary: boolean) =>
    runs.find((run) => run.line === 'whole' && run.scripts === scripts && run.dictionary === dictionary)?.travelled;
  tellExchanges('page, without scripts', isPage, whole(false, false), whole(false, true));
  tellExchanges('with scripts, after the first load', isData, whole(true, false), whole(true, true));
}

/** What each exchange of a kind brought, with its head, in two runs. */
function tellExchanges(title: string, isShown: (one: Exchange) => boolean, plain?: Travelled, small?: Travelled): void {
  if (!plain || !small) return;
  const smaller = small.exchanges.filter(isShown);
  console.log();
  row(title, 'bytes with their head', 'with the dictionary');
  row('---', '---', '---');
  for (const [at, { method, path, down }] of plain.exchanges.filter(isShown).entries()) {
    row(`${method} ${path.replaceAll(ID, ':id')}`, down, smaller[at]?.down ?? '');
  }
}

const isData = ({ path }: Exchange): boolean => path.endsWith('.data');

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const isPage = ({ kind }: Exchange): boolean => kind === 'document';

const row = (...cells: (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
