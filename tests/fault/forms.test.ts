import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Fields } from '../support/client';
import { pictureFile } from '../support/files';
import { Installation } from '../support/installation';
import { makeTrouble, TROUBLED } from '../support/trouble';

const installation = new Installation(TROUBLED);
let visitor: Client;
let investor: Client;
let trader: string;

beforeAll(async () => {
  await installation.start();
  visitor = new Client(installation);
  investor = await new Client(installation).signIn(installation.demonstration.investor);
  const traders = await investor.page('/traders');
  trader = [...traders.matchAll(/\/traders\/([0-9a-f-]{36})/g)].map(([, id = '']) => id).at(-1) ?? '';
});
afterAll(() => installation.remove());

/** Each form, what is typed into it, and a part of its page after a fault that shows what was typed. */
const FORMS: [string, () => { client: Client; path: string; typed: Fields | Promise<Fields>; shown: string }][] = [
  [
    'login',
    () => ({
      client: visitor,
      path: '/login',
      typed: installation.demonstration.investor,
      shown: `value="${installation.demonstration.investor.email}"`,
    }),
  ],
  [
    'sign-up',
    () => ({
      client: visitor,
      path: '/signup',
      typed: {
        firstName: 'Mia',
        lastName: 'Moss',
        userName: 'mia-faults',
        email: 'mia-faults@example.com',
        phonenumber: '+44 20 7946 0123',
        password: 'a long walk in the rain',
        confirmPassword: 'a long walk in the rain',
      },
      shown: 'value="mia-faults@example.com"',
    }),
  ],
  ['profile', () => ({ client: investor, path: '/settings', typed: { zipcode: 'N1 9GU' }, shown: 'value="N1 9GU"' })],
  [
    'deposit, whose proof has arrived',
    () => ({
      client: investor,
      path: '/checkout?method=BTC&amount=1500',
      typed: pictureFile({ width: 61 }).then((proof) => ({ proof })),
      shown: 'name="_proof"',
    }),
  ],
  [
    'withdrawal',
    () => ({
      client: investor,
      path: '/withdraw?method=BTC&WithdrawAmount=31',
      typed: { wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
      shown: 'value="1BoatSLRHtKNngkdXEeobR76b53LETtpyT"',
    }),
  ],
  [
    'investment',
    () => ({ client: investor, path: '/plans?plan=starter', typed: { amount: '501' }, shown: 'value="501"' }),
  ],
  ['copy', () => ({ client: investor, path: `/traders/${trader}`, typed: { amount: '777' }, shown: 'value="777"' })],
];

describe('a form whose handling breaks', () => {
  test.each(FORMS)('%s: the page is the form as it was typed, and sent again it is done once', async (_, make) => {
    const { client, path, typed, shown } = make();
    const fields = await typed;
    const form = await client.form(path, Object.keys(fields)[0] ?? '');
    await makeTrouble(installation, 'an error in a form');
    const broken = await client.post(form, fields);
    const page = await broken.text();
    expect(broken.status).toBe(500);
    expect(page).toContain('Something went wrong. Please try again.');
    expect(page).toContain(shown);
    expect(page).not.toContain('a detail that is nobody');
    for (const name of ['password', 'confirmPassword']) {
      if (fields[name]) expect(page).not.toContain(`value="${fields[name]}"`);
    }
    // With the key that it had.
    if (form.fields._key) expect(page).toContain(`value="${form.fields._key}"`);
    expect((await client.post(form, fields)).status).toBe(303);
  });
});
