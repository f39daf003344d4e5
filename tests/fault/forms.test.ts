import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Fields } from '../support/pages/client';
import { pictureFile } from '../support/pages/files';
import { Installation } from '../support/servers/installation';
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

type Form = { client: Client; path: string; typed: Fields };

/** Minimum capital of a trader, dollars. */
async function minBodyOf(path: string): Promise<string> {
  const [, min = ''] = /At least \$([\d,]+)/.exec(await investor.page(path)) ?? [];
  return min.replaceAll(',', '');
}

/** Forms with their input. */
const FORMS: [string, () => Form | Promise<Form>][] = [
  ['login', () => ({ client: visitor, path: '/login', typed: installation.demonstration.investor })],
  [
    'sign-up',
    () => ({
      client: new Client(installation),
      path: '/signup',
      typed: {
        firstName: 'Mia',
        lastName: 'Moss',
        email: 'mia-faults@example.com',
        password: 'a long walk in the rain',
      },
    }),
  ],
  ['profile', () => ({ client: investor, path: '/settings', typed: { zipcode: 'N1 9GU' } })],
  [
    'deposit, whose proof has arrived',
    async () => ({
      client: investor,
      path: '/checkout?method=BTC&amount=1500',
      typed: { proof: await pictureFile({ width: 61 }) },
    }),
  ],
  [
    'withdrawal',
    () => ({
      client: investor,
      path: '/withdraw?method=BTC&WithdrawAmount=31',
      typed: { wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    }),
  ],
  ['investment', () => ({ client: investor, path: '/plans?plan=starter&amount=501', typed: { amount: '501.00' } })],
  [
    'copy',
    async () => {
      const ticket = `/traders/${trader}/copy`;
      const amount = `${await minBodyOf(ticket)}.00`;
      return { client: investor, path: `${ticket}?amount=${amount}&review=yes`, typed: { amount } };
    },
  ],
];

describe('a form whose handler throws', () => {
  test.each(FORMS)('%s: the page is the form with its input, and sent again it is done once', async (_, make) => {
    const { client, path, typed: entered } = await make();
    const form = await client.form(path, Object.keys(entered)[0] ?? '');
    await makeTrouble(installation, 'an error in a form');
    const broken = await client.post(form, entered);
    const page = await broken.text();
    expect(broken.status).toBe(500);
    expect(page).toContain('Something went wrong. Please try again.');
    expect(page).not.toContain('a secret detail');
    for (const [name, value] of Object.entries(entered)) {
      if (typeof value !== 'string') expect(page).toContain(`name="_${name}"`);
      else if (/password/i.test(name)) expect(page).not.toContain(`value="${value}"`);
      else expect(page).toContain(`value="${value}"`);
    }
    if (form.fields._key) expect(page).toContain(`value="${form.fields._key}"`);
    expect((await client.post(form, entered)).status).toBe(303);
  });
});
