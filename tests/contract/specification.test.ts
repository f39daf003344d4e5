import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailedLink, newInvestor, PASSWORD, type Person } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { textOf } from '../support/pages/text';
import { Installation } from '../support/servers/installation';

/* Fixed words, links and kinds of fields of the specification, on pages of visitors, investors and administrators. */

const installation = new Installation();
const visitor = new Client(installation);
const newcomer = new Client(installation);
const admin = new Client(installation);
let person: Person;

beforeAll(async () => {
  await installation.start();
  person = await newInvestor(installation);
  await newcomer.signIn({ email: person.email, password: PASSWORD });
  await admin.signInAdmin(installation.demonstration.admin);
});
afterAll(() => installation.remove());

type Fixed = { path: string; words: readonly string[]; links?: readonly string[]; fields?: readonly RegExp[] };

/** Compares a page's main content with the specification. */
async function shows(client: Client, { path, words, links = [], fields = [] }: Fixed): Promise<void> {
  const html = await client.page(path);
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? '';
  const text = textOf(main);
  expect([path, words.filter((each) => !text.includes(each))]).toEqual([path, []]);
  expect([path, links.filter((each) => !main.includes(`href="${each}"`))]).toEqual([path, []]);
  expect([path, fields.filter((each) => !each.test(main))]).toEqual([path, []]);
}

/** Matches an input with this name whose tag contains this. */
const input = (name: string, has: string) => new RegExp(`<input(?=[^>]*name="${name}")(?=[^>]*${has})`);

const FOR_VISITORS: readonly Fixed[] = [
  {
    path: '/',
    words: [
      'Innovative copy trading platform for',
      'cryptocurrencies, foreign exchange, copy trading, stocks & ETFs',
      'Start trading in 3 steps',
      'Make a deposit',
      'Start trading',
      // Counted figures replace the claims of the specification (docs/honesty.md).
      ...['Traders with a public record', 'Symbols with prices', 'Bonus on what a friend deposits'],
    ],
    links: ['/signup', '/fundwallet', 'mailto:support@mirrorbook.example', '/?widget=ticker-tape#widget-ticker-tape'],
  },
  { path: '/buybitcoin', words: ['BTC', 'ETH', 'USDT TRC20', 'Solana', 'XRP', 'USDC base'] },
  {
    path: '/heatmaps',
    words: ['companies of the S&P 500', 'by sector', 'sized by market value', 'coloured by the change'],
  },
  { path: '/watchlists', words: ['Crypto', 'Indices', 'Forex', 'Futures', 'Bonds'] },
  { path: '/news', words: ['Economic calendar', 'Start trading'], links: ['/signup'] },
  {
    path: '/stocks',
    words: ['Stocks market', 'Stock screener', 'Start trading'],
    links: ['/signup', '/stocks?play=1#clip'],
  },
  {
    path: '/login',
    words: ['Email', 'Password', 'Remember me', 'Log in', 'Sign up'],
    links: ['/signup', '/passwordreset', '/policy'],
    fields: [
      input('email', 'type="text"'),
      input('password', 'type="password"'),
      input('rememberme', 'type="checkbox"'),
    ],
  },
  {
    path: '/signup',
    words: ['First name', 'Last name', 'Email', 'Password', 'Sign up', 'Already have an account? Log in'],
    links: ['/login'],
    fields: [input('email', 'type="email"'), input('password', 'type="password"')],
  },
  {
    path: '/trading-assumptions',
    words: ['What simulated prices are not', 'Restless times do not cluster', 'Interest rates play no part'],
  },
  { path: '/verify', words: ['Verify your email', 'Open Mail App'], links: ['mailto:'] },
  { path: '/passwordreset', words: ['Email verification required'], fields: [input('email', 'type="email"')] },
];

const FOR_A_NEWCOMER: readonly Fixed[] = [
  {
    path: '/dashboard',
    words: [
      'Hi, Ida',
      'Total Balance $0.00 USD',
      'You have not deposited yet. Make your first deposit',
      'No trade of yours has closed yet.',
      'Current rank Silver',
    ],
    links: ['/fundwallet', '/withdraw'],
  },
  {
    path: '/usercopytrade',
    words: [
      'Hi, Ida',
      'No trade of your copies has closed yet. Each one is listed here once it closes. Make a deposit',
    ],
    links: ['/fundwallet'],
  },
  {
    path: '/transactions',
    words: ['You have no transactions yet.'],
    links: ['/fundwallet', '/withdraw', '/deposit', '/withdrawlogs'],
  },
  ...['deposits', 'withdrawals', 'investments', 'referrals'].map((tab) => ({
    path: `/transactions?show=${tab}`,
    words: [`You have no ${tab} yet.`],
  })),
  {
    path: '/fundwallet',
    words: ['BTC', 'ETH', 'USDT TRC20', 'Solana', 'USDT ERC20', 'USDT BEP20', 'XRP', 'USDC base'],
  },
  { path: '/withdraw', words: ['BTC', 'ETH', 'USDT TRC20', 'Solana'] },
  { path: '/checkout?method=BTC&amount=1000', words: ['Charge $0.00', 'Rate 1 USD = 1 USD'] },
  {
    path: '/plans',
    words: [
      'Starter plan $500 becomes $700 after 2 days Range $500 to $4,999 Daily return 20% Duration 2 days',
      'Gold plan $5,000 becomes $12,000 after 4 days Range $5,000 to $19,999 Daily return 35% Duration 4 days',
      'Premium plan $20,000 becomes $90,000 after 7 days Range $20,000 to $49,999 Daily return 50% Duration 7 days',
      'Diamond plan $50,000 becomes $375,000 after 10 days Range $50,000 to $99,000 Daily return 65% Duration 10 days',
      'VIP plan $100,000 becomes $1,060,000 after 12 days Range $100,000 to $199,999 Daily return 80% Duration 12 days',
      'Real estate plan $200,000 becomes $3,000,000 after 14 days Range $200,000 to $5,000,000 Daily return 100% Duration 14 days',
    ],
  },
  { path: '/referrals', words: ['10%', '$100.00'] },
  {
    path: '/ranking',
    words: ['Current rank', 'Upgrade to Gold', 'Downgrade', '$50.00', '$100.00', '$500.00'],
    links: ['/fundwallet', '/withdraw'],
  },
  {
    path: '/kyc',
    words: ['KYC Submission'],
    fields: [input('email', 'type="email"'), input('document', 'accept="[^"]*\\.pdf[^"]*"')],
  },
  {
    path: '/live-trading',
    words: ['Live sessions', 'Practice money unlocks live trading.', 'Get $10,000 of practice money'],
  },
  { path: '/traders', words: ['Find traders', 'Copy'], fields: [input('search', '')] },
  {
    path: '/settings',
    words: ['First name', 'Last name', 'Country', 'State or region', 'Phone', 'Postal code', 'Address'],
    links: ['/kyc'],
    fields: [input('phonenumber', 'type="tel"'), input('phonenumber', 'placeholder="\\+44"')],
  },
];

const FOR_THE_ADMINISTRATOR: readonly Fixed[] = [
  {
    path: '/admin/users',
    words: ['Live trading', 'Unlock', 'Password changed'],
    links: ['mailto:investor@mirrorbook.example'],
  },
  {
    path: '/admin/trades',
    words: [
      'EUR/USD USD/JPY GBP/USD USD/CHF AUD/USD USD/CAD NZD/USD US30 NAS100 SPX500 BTC/USD ETH/USD XRP/USD AAPL TSLA GOOGL',
    ],
  },
];

describe('the words of the specification', () => {
  test.each(FOR_VISITORS)('are on $path for a visitor', (fixed) => shows(visitor, fixed));
  test.each(FOR_A_NEWCOMER)('are on $path for a newcomer', (fixed) => shows(newcomer, fixed));
  test.each(FOR_THE_ADMINISTRATOR)('are on $path for an administrator', (fixed) => shows(admin, fixed));
});

test('the administrator’s menu has the form for a new trader', async () => {
  expect(await admin.page('/admin')).toMatch(/href="\/admin\/traders\?new"[^>]*>(?:(?!<\/a>).)*Create trader/s);
});

test.each([
  ['?do=credit', { amount: 'abc', reason: 'Arrived' }, ['Amount must be a number. Enter dollars and cents']],
  ['?do=debit', { amount: '9', reason: 'Mistake' }, ['The amount exceeds the user’s capital.']],
  ['?do=profit', { amount: 'abc', reason: 'Good month' }, ['Amount must be a number']],
  ['?close=1', { reason: 'Asked', email: 'no@example.com' }, ['not the email of this account']],
])('%s of a user says why, also in a toast', async (query, fields, words) => {
  const answer = await admin.submit(`/admin/users/${person.id}${query}`, fields);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  const toast = textOf(/class="toast\b.*?toast-bar/s.exec(html)?.[0] ?? '');
  for (const each of words) expect([textOf(html).includes(each), toast.includes(each)]).toEqual([true, true]);
});

test('who chose a trader before having money is offered practice money, which leads back to the copy', async () => {
  const [, copy = ''] = /href="(\/traders\/[\da-f-]{36}\/copy)"/.exec(await newcomer.page('/traders')) ?? [];
  const page = await newcomer.page(copy);
  expect(page).toContain(`name="_next" value="${copy}?amount=`);
  expect(textOf(page)).toContain('Get $10,000 of practice money');
});

test('a trade that can’t be recorded says why', async () => {
  const answer = await admin.submit('/admin/trades', { pair: 'none', amount: '5', type: 'profit' });
  expect([answer.status, textOf(await answer.text())]).toEqual([400, expect.stringContaining('There is a problem')]);
});

test('requesting a reset shows a toast and a lasting message on the page; the mailed link changes the password', async () => {
  const request = await visitor.submit('/passwordreset', { email: person.email });
  const path = request.headers.get('Location') ?? '';
  const [first, again] = [textOf(await visitor.page(path)), textOf(await visitor.page(path))];
  expect([first, again].map((text) => text.includes('a link is on its way'))).toEqual([true, false]);
  for (const text of [first, again]) expect(text).toContain('Check your mail');

  const link = await mailedLink(installation, /http\S+\/resetpassword\/\S+/);
  const newPassword = 'another walk in the sun';
  const changed = await visitor.submit(link.slice(installation.origin.length), {
    newPassword,
    confirmPassword: newPassword,
  });
  expect(changed.headers.get('Location')).toBe('/login');
  expect(textOf(await visitor.page('/login'))).toContain('Your password is changed.');
  await new Client(installation).signIn({ email: person.email, password: newPassword });
  const spent = await visitor.fetch(link.slice(installation.origin.length));
  expect([spent.status, textOf(await spent.text())]).toEqual([
    400,
    expect.stringContaining('This link no longer works'),
  ]);
});
