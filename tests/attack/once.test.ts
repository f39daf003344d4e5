import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../support/depth';
import { newInvestor, PASSWORD } from '../support/pages/calls';
import { Client, type DrawnForm, type Fields } from '../support/pages/client';
import { PIXEL_PNG } from '../support/pages/files';
import { countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/** Identical simultaneous posts of each form that moves money: one effect each, and the same answer to all. */
const AT_ONCE = isLong ? 50 : 15;

const installation = new Installation();
let investor: Client;
let newcomer: Client;
let admin: Client;

beforeAll(async () => {
  await installation.start();
  const { demonstration } = installation;
  investor = await new Client(installation).signIn(demonstration.investor);
  const { email } = await newInvestor(installation);
  newcomer = await new Client(installation).signIn({ email, password: PASSWORD });
  admin = await new Client(installation).signInAdmin(demonstration.admin);
});
afterAll(() => installation.remove());

const PROOF = new File([PIXEL_PNG], 'proof.png', { type: 'image/png' });

type Way = {
  name: string;
  as: () => Client;
  /** Opens a page and returns its form. */
  open: (client: Client) => Promise<DrawnForm>;
  fields: Fields;
  effect: { table: string; where?: string };
};

/** Returns the first group of a pattern on a page. */
async function foundOn(client: Client, path: string, pattern: RegExp): Promise<string> {
  const found = pattern.exec(await client.page(path))?.[1];
  if (!found) throw new Error(`${path} has nothing like ${pattern}`);
  return found;
}

const userPage = (client: Client) =>
  foundOn(client, '/admin/users?q=ivyhart', /href="(\/admin\/users\/[0-9a-f-]{36})"/);
const journals = (kind: string) => ({ table: 'journal', where: `kind = '${kind}'` });

const WAYS: Way[] = [
  {
    name: 'a deposit with its proof',
    as: () => investor,
    open: (client) => client.form('/checkout?method=BTC&amount=1234', 'proof'),
    fields: { proof: PROOF },
    effect: { table: 'deposit' },
  },
  {
    name: 'a withdrawal',
    as: () => investor,
    open: (client) => client.form('/withdraw?method=BTC&WithdrawAmount=25', 'wallet'),
    fields: { wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    effect: journals('withdrawal-requested'),
  },
  {
    name: 'claiming the bonus of a rank',
    as: () => investor,
    open: (client) => client.form('/ranking', 'rank'),
    fields: {},
    effect: journals('rank-bonus'),
  },
  {
    name: 'cancelling a withdrawal',
    as: () => investor,
    open: (client) => client.form('/withdrawlogs', 'id'),
    fields: {},
    effect: journals('withdrawal-cancelled'),
  },
  {
    name: 'practice money',
    as: () => newcomer,
    open: async (client) => {
      const form = await client.form('/dashboard', '_intent');
      return { ...form, fields: { ...form.fields, _intent: 'practice' } };
    },
    fields: {},
    effect: journals('practice-money'),
  },
  {
    name: 'an investment',
    as: () => investor,
    open: (client) => client.form('/plans?plan=starter&amount=600', 'amount'),
    fields: { amount: '600' },
    effect: journals('plan-opened'),
  },
  {
    name: 'a copy',
    as: () => investor,
    open: async (client) =>
      client.form(
        `${await foundOn(client, '/traders?search=Nair', /href="(\/traders\/[0-9a-f-]{36})"[^>]*>Priya Nair/)}/copy?amount=300&review=yes`,
        'trader',
      ),
    fields: { amount: '300' },
    effect: journals('copy-started'),
  },
  {
    name: 'approving a deposit',
    as: () => admin,
    open: (client) => client.form('/admin/deposits', 'received'),
    fields: { received: '750', reason: 'A fee of the network' },
    effect: journals('deposit'),
  },
  {
    name: 'a credit for goodwill',
    as: () => admin,
    open: async (client) => client.form(`${await userPage(client)}?do=credit`, 'amount'),
    fields: { kind: 'goodwill', amount: '15', reason: 'A late answer' },
    effect: journals('operator-credit'),
  },
  {
    name: 'a debit',
    as: () => admin,
    open: async (client) => client.form(`${await userPage(client)}?do=debit`, 'amount'),
    fields: { amount: '5', reason: 'A correction' },
    effect: journals('operator-debit'),
  },
  {
    name: 'an upgrade of profit',
    as: () => admin,
    open: async (client) => client.form(`${await userPage(client)}?do=profit`, 'amount'),
    fields: { amount: '7', reason: 'A campaign' },
    effect: journals('operator-profit'),
  },
  {
    name: 'funding a reserve',
    as: () => admin,
    open: (client) => client.form('/admin/books?do=fund', 'amount'),
    fields: { reserve: 'free', amount: '1000', reason: 'More cover' },
    effect: journals('reserve-funded'),
  },
  {
    name: 'an entry in the trader log',
    as: () => admin,
    open: async (client) => {
      const form = await client.form('/admin/trades', 'pair');
      const id = await foundOn(client, '/admin/trades', /<option value="([0-9a-f-]{36})"/);
      return { ...form, fields: { ...form.fields, id } };
    },
    fields: { pair: 'EUR/USD', amount: '40', tradeType: 'profit' },
    effect: { table: 'trade' },
  },
];

describe(`${AT_ONCE} simultaneous posts`, () => {
  test.each(WAYS)('$name', async ({ as, open, fields, effect }) => {
    const client = as();
    const drawn = await open(client);
    // An administrator's action shows a preview first; the confirming form counts once.
    const form = client === admin ? await client.previewed(drawn, fields) : drawn;
    const before = countRows(installation, effect);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => client.post(form, fields)));
    const seen = answers.map((answer) => `${answer.status} ${answer.headers.get('Location')}`);
    expect(new Set(seen).size, seen.join('\n')).toBe(1);
    expect(seen[0]).toMatch(/^303 /);
    expect(countRows(installation, effect)).toBe(before + 1);
  });

  test('one upload is one file, however often it was sent', () => {
    const pending = countRows(installation, { table: 'deposit', where: "amount = 123400 and status = 'pending'" });
    expect(pending).toBe(1);
    const sent = `purpose = 'proof' and owner_id in (select user_id from deposit where amount = 123400)`;
    expect(countRows(installation, { table: 'file', where: sent })).toBe(1);
  });

  test('and the books balance', async () => {
    expect((await installation.audit()).output).toContain('nothing is off');
  });
});
