import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_PARTNERS, SAMPLE_REVIEWS, SAMPLE_TEAM } from '~/features/site/marketing/samples';
import { RISK_WARNING } from '~/platform/installation/risk';
import { SEED_ADMINISTRATOR, SEED_FRIEND, SEED_INVESTOR } from '~/seed/people';
import { LIVE } from '../support/liveEnvironment';
import { enrol, LiveInstallation } from '../support/liveMode';
import { Client } from '../support/pages/client';
import { routesOf } from '../support/pages/routes';
import { textOf } from '../support/pages/text';
import { countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/* Rules of the honesty page about served pages, one describe each; the others are in tests/integration/ledger/honesty.test.ts. */

const PASSWORD = 'walking home in the rain';
const PEOPLE = { email: 'ann@customer.example', admin: 'ada@operator.example', second: 'bea@operator.example' };

const paper = new Installation();
const live = await LiveInstallation.create();

/** Browsers of paper mode and of live mode. */
const browsers = {
  visitor: new Client(paper),
  investor: new Client(paper),
  admin: new Client(paper),
  stranger: new Client(live),
  customer: new Client(live),
};

async function signInLive(client: Client, path: string, email: string): Promise<Response> {
  return await client.submit(path, { email, password: PASSWORD });
}

beforeAll(async () => {
  await Promise.all([paper.start(), live.start()]);
  await browsers.investor.signIn(paper.demonstration.investor);
  await browsers.admin.signInAdmin(paper.demonstration.admin);
  await live.addCustomer({ email: PEOPLE.email, password: PASSWORD });
  await live.createAdministrator(PEOPLE.admin, 'Ada', PASSWORD);
  await live.createAdministrator(PEOPLE.second, 'Bea', PASSWORD);
  expect((await signInLive(browsers.customer, '/login', PEOPLE.email)).headers.get('Location')).toBe('/dashboard');
}, 120_000);
afterAll(async () => {
  await Promise.all([paper.remove(), live.remove()]);
});

const pages = (await routesOf()).filter(({ hasPage }) => hasPage);
const isFor = {
  investor: ({ id }: { id: string }) => /^routes\/investor\//.test(id),
  admin: ({ id }: { id: string }) => /^routes\/admin\//.test(id),
};

type Shown = { path: string; status: number; mode: string | null; html: string };

/** Every page as one browser sees it, including an error page. */
async function poll(client: Client, expected: (page: { id: string }) => boolean): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const { path } of pages.filter(expected)) {
    const response = await client.fetch(path, { headers: { Accept: 'text/html' } });
    const html = await response.text();
    if (!/text\/html/.test(response.headers.get('Content-Type') ?? '')) continue;
    shown.push({ path, status: response.status, mode: response.headers.get('X-Mode'), html });
  }
  expect(shown.length).toBeGreaterThan(3);
  return shown;
}

const anonymous = (page: { id: string }) => !isFor.investor(page) && !isFor.admin(page);

function once<T>(poll: () => Promise<T>): () => Promise<T> {
  let seen: Promise<T> | undefined;
  return () => {
    seen ??= poll();
    return seen;
  };
}
const administrators = once(() => poll(browsers.admin, isFor.admin));
const inPaperMode = once(async () => [
  ...(await poll(browsers.visitor, anonymous)),
  ...(await poll(browsers.investor, isFor.investor)),
  ...(await administrators()),
]);
const inLive = once(async () => [
  ...(await poll(browsers.stranger, anonymous)),
  ...(await poll(browsers.customer, isFor.investor)),
]);

describe('1. Paper by default', () => {
  test('every page, including error pages, says that the money is simulated, and every answer is marked', async () => {
    for (const { path, status, mode, html } of await inPaperMode()) {
      if (status >= 300 && status < 400) continue;
      expect([path, status, mode, html.includes('Paper mode:</strong>')]).toEqual([path, status, 'paper', true]);
    }
    for (const path of ['/healthz', '/nothing-here', '/files/none', '/favicon.svg', '/admin/users.data']) {
      expect([path, (await browsers.visitor.fetch(path)).headers.get('X-Mode')]).toEqual([path, 'paper']);
    }
  });

  test('the deposit address is visibly a fake', async () => {
    const html = await browsers.investor.page('/checkout?method=ETH&amount=50');
    expect(html).toContain('PAPER-ETH-DO-NOT-SEND');
  });
});

describe('2. Live only on purpose', () => {
  test('every page, including error pages, names the operator and the risk, and nothing says paper', async () => {
    const seen = [...(await inLive())];
    for (const address of ['/nothing-here', `/user/${'x'.repeat(9_000)}`, '/admin', '/login']) {
      const response = await browsers.stranger.fetch(address, { headers: { Accept: 'text/html' } });
      const mode = response.headers.get('X-Mode');
      seen.push({ path: address.slice(0, 30), status: response.status, mode, html: await response.text() });
    }
    for (const { path, status, mode, html } of seen) {
      if (status >= 300 && status < 400) continue;
      const { OPERATOR_NAME, OPERATOR_LICENCE, OPERATOR_REGULATOR, OPERATOR_JURISDICTION } = LIVE;
      const who = `${OPERATOR_NAME}, licence ${OPERATOR_LICENCE}, regulated by ${OPERATOR_REGULATOR}, ${OPERATOR_JURISDICTION}.`;
      expect([path, status, html.includes(who), html.includes(RISK_WARNING)]).toEqual([path, status, true, true]);
      expect([path, mode, html.includes('Paper mode')]).toEqual([path, null, false]);
    }
  });

  test('deposits go to the operator’s own addresses', async () => {
    expect(await browsers.customer.page('/checkout?method=BTC&amount=5000')).toContain(
      LIVE.OPERATOR_ADDRESSES.replace('BTC=', ''),
    );
    expect((await browsers.customer.page('/fundwallet')).includes('DO-NOT-SEND')).toBe(false);
  });

  test('an administrator needs a second factor before anything else, and then a second administrator', async () => {
    const ada = new Client(live);
    expect((await signInLive(ada, '/admin', PEOPLE.admin)).status).toBe(303);
    const open = ['/admin/security', '/admin/logout'];
    for (const { path } of pages.filter(isFor.admin).filter(({ path }) => !open.includes(path))) {
      const { status, headers } = await ada.fetch(path);
      expect([path, status, headers.get('Location')]).toEqual([path, 303, '/admin/security']);
    }
    await enrol(ada, '/admin/security', PASSWORD);

    const credit = `/admin/users/01890000-0000-7000-8000-00000000000a?do=credit`;
    const input = { amount: '10', reason: 'For the wait', kind: 'deposit' };
    const request = await ada.agree(await ada.form(credit, 'amount'), input);
    expect(request.status).toBe(303);
    expect(countRows(live, { table: 'approval', where: "status = 'waiting'" })).toBe(1);
    expect(countRows(live, { table: 'journal' })).toBe(0);
    expect(await ada.page('/admin/approvals')).toContain('Credit $10.00 for a deposit received to Ann Lee');

    const bea = new Client(live);
    await signInLive(bea, '/admin', PEOPLE.second);
    expect((await bea.fetch('/admin/approvals')).headers.get('Location')).toBe('/admin/security');
  });
});

describe('3. Promises are reserved', () => {
  test('in all of the demonstration no money reached a user from another', () => {
    const database = new Database(join(paper.dataDir, 'mirrorbook.db'), { readonly: true });
    const between = database
      .prepare(
        `select count(*) as n, sum(f.owner_id is not null and t.owner_id is not null and f.owner_id <> t.owner_id) as taken
         from transfer x join account f on f.id = x.debit_account_id join account t on t.id = x.credit_account_id`,
      )
      .get() as { n: number; taken: number };
    database.close();
    expect(between.n).toBeGreaterThan(20);
    expect(between.taken).toBe(0);
  });
});

describe('4. No invented performance', () => {
  test('one bar says that prices and traders are simulated, and no card or price repeats it', async () => {
    const profile = /href="(\/traders\/[0-9a-f-]{36})/.exec(await browsers.investor.page('/traders'))?.[1] ?? '';
    for (const path of ['/', '/markets', '/stocks', '/dashboard', profile, `${profile}/copy`]) {
      const html = textOf(await browsers.investor.page(path)).match(/[^.]*simulated[^.]*/gi) ?? [];
      expect([path, html.length]).toEqual([path, 1]);
      expect(html[0]).toContain('Paper mode: simulated money, prices and traders');
    }
    expect(countRows(paper, { table: 'trader', where: 'simulated = 0' })).toBe(0);
  });

  test.each(['/dashboard', '/usercopytrade'])(
    'results that an administrator entered are labelled so in copies, on %s',
    async (path) => {
      expect(textOf(await browsers.investor.page(path))).toContain('entered by management');
    },
  );

  test('declared figures are shown as declared', async () => {
    const list = await browsers.investor.page('/traders?source=log');
    const [, profile] = /href="(\/traders\/[0-9a-f-]{36})"/.exec(list) ?? [];
    expect(textOf(await browsers.investor.page(profile ?? ''))).toMatch(/declared/i);
  });
});

/** Names that exist only in the demonstration. */
const INVENTED = [...SAMPLE_REVIEWS, ...SAMPLE_TEAM, ...SAMPLE_PARTNERS].map(({ name }) => name);

describe('5. No invented people', () => {
  test.each([
    ['/', SAMPLE_REVIEWS],
    ['/', SAMPLE_PARTNERS],
    ['/team', SAMPLE_TEAM],
  ] as const)('in paper mode every invented person on %s is marked', async (path, invented) => {
    const html = await browsers.visitor.page(path);
    for (const { name } of invented) {
      const at = html.indexOf(name);
      expect([name, at > 0]).toEqual([name, true]);
      // The mark is shown once, at the start of the section.
      const section = html.slice(0, at).split('<section').at(-1) ?? '';
      const mark = [...html.slice(0, at).matchAll(/>sample</gi)].at(-1)?.index ?? -1;
      const between = html.slice(mark, at);
      expect([name, />sample</i.test(section) || (mark > 0 && !between.includes('data-reveal'))]).toEqual([name, true]);
    }
  });

  test('in live mode none of them exists, nor do the demonstration’s people', async () => {
    for (const { path, html } of await inLive()) {
      const found = INVENTED.filter((name) => html.includes(name));
      expect([path, found, />\s*sample\s*</i.test(html)]).toEqual([path, [], false]);
    }
    for (const { email } of [SEED_INVESTOR, SEED_FRIEND, SEED_ADMINISTRATOR]) {
      expect(countRows(live, { table: 'user', where: `email = '${email}'` })).toBe(0);
      expect(countRows(live, { table: 'administrator', where: `email = '${email}'` })).toBe(0);
    }
    for (const table of ['trader', 'trade', 'copy', 'deposit'])
      expect([table, countRows(live, { table })]).toEqual([table, 0]);
  });
});

describe('7. Withdrawals tell the truth', () => {
  test('a waiting request is not called approved', async () => {
    const html = await browsers.investor.page('/withdrawlogs');
    expect(html).toMatch(/Requested/);
    expect(countRows(paper, { table: 'withdrawal', where: "status <> 'requested'" })).toBe(0);
    expect(html).not.toMatch(/>\s*Approved\s*</);
  });
});

describe('8. No password can be read', () => {
  test('no page of an administrator contains one, or its hash', async () => {
    const { investor, admin } = paper.demonstration;
    for (const { path, html } of await administrators()) {
      for (const secret of [investor.password, admin.password, '$argon2']) {
        expect([path, html.includes(secret)]).toEqual([path, false]);
      }
    }
    expect(await browsers.admin.page('/admin/users')).toMatch(/reset link/i);
  });
});

describe('9. Risk in plain sight', () => {
  test.each([
    ['/traders', /You can lose all the money in a copy/],
    ['/plans', /No market pays returns like these/],
    ['/plans?plan=gold', /you can lose it/],
    ['/dashboard', /Copies and plans can lose money/],
  ])('%s warns beside its figures, in text of the body’s size', async (path, warning) => {
    const html = await browsers.investor.page(path);
    const at = html.search(warning);
    expect([path, at > 0]).toEqual([path, true]);
    // No enclosing element makes it small.
    expect(openAt(html.slice(0, at)).filter((tag) => /text-(xs|sm)\b/.test(tag))).toEqual([]);
  });

  test('a trader’s own page has the warning, and so do the sample traders', async () => {
    const profile = /href="(\/traders\/[0-9a-f-]{36})/.exec(await browsers.investor.page('/traders'))?.[1] ?? '';
    expect(await browsers.investor.page(profile)).toMatch(/You can lose all the money in a copy/);
    expect(await browsers.visitor.page('/')).toMatch(/You can lose\s+what you put into a copy/);
  });
});

/** Returns the tags that are still open at the end of a piece of HTML. */
function openAt(html: string): string[] {
  const open: { name: string; tag: string }[] = [];
  for (const [tag, closing, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (/^(meta|link|input|img|br|hr|path|rect|circle|line)$/.test(name) || tag.endsWith('/>')) continue;
    if (!closing) open.push({ name, tag });
    else while (open.length > 0 && open.pop()?.name !== name);
  }
  return open.map(({ tag }) => tag);
}

describe('10. The user can leave', () => {
  test('the settings offer a download of all stored data, and the statement', async () => {
    const { investor } = browsers;
    expect(await investor.page('/settings/close')).toContain('href="/settings/data"');
    const page = await investor.page('/settings/data');
    expect(page).toContain('href="/account.json"');
    expect(page).toContain('href="/transactions.csv"');
    const everything = await investor.page('/account.json');
    expect(JSON.parse(everything).profile.email).toBe(paper.demonstration.investor.email);
    expect(everything).not.toMatch(/argon2|passwordHash|password_hash/);
    expect((await investor.page('/transactions.csv')).split('\n').length).toBeGreaterThan(10);
  });

  test('the settings link to closing the account', async () => {
    expect(await browsers.investor.page('/settings')).toContain('href="/settings/close"');
    expect((await browsers.investor.fetch('/settings/close')).status).toBe(200);
  });
});
