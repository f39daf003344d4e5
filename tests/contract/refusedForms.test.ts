import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type DrawnForm, type Fields, formsOf } from '../support/pages/client';
import { pictureFile } from '../support/pages/files';
import { routesOf } from '../support/pages/routes';
import { countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/*
 * A refused form has used up nothing: whoever goes back to the page that it was drawn on, types other values and sends it again is never
 * told that it was sent before. Every form that counts once, on every page that is reached from the routes, is sent twice under one
 * key, with values that its use-case refuses.
 */
const installation = new Installation();
let ivy: Client;
let ada: Client;

beforeAll(async () => {
  await installation.start();
  ivy = await new Client(installation).signIn(installation.demonstration.investor);
  ada = await new Client(installation).signInAdmin(installation.demonstration.admin);
});
afterAll(() => installation.remove());

/**
 * Pages that lead to each other, one for each address that differs by more than an id: forms stand behind `?do=` and on single things.
 * @param from where to begin
 * @param follows whether an address found in a page is followed
 */
async function* pagesOf(who: Client, from: readonly string[], follows: (path: string) => boolean) {
  const found = new Map(from.map((path) => [shapeOf(path), path]));
  for (const path of found.values()) {
    const answer = await who.fetch(path);
    if (answer.status !== 200) continue;
    const html = await answer.text();
    yield { path, html };
    for (const [, href = ''] of html.matchAll(/href="(\/[^"#]*)/g)) {
      const next = href.replaceAll('&amp;', '&');
      const isNew = found.size < MOST_PAGES && !found.has(shapeOf(next));
      if (isNew && !LEADS_AWAY.test(next) && follows(next)) found.set(shapeOf(next), next);
    }
  }
}

/** Of each person, more than forms stand on. */
const MOST_PAGES = 150;
const LEADS_AWAY = /^\/(api|files|assets|user\/|logout|.*\.(csv|json|xml|svg|png|avif|webmanifest))/;

/** An address without what differs between things of one kind. */
const shapeOf = (path: string): string =>
  path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/([?&](page|before|after|symbol|tf|range|amount|show|market|sort)=)[^&]*/g, '$1');

/** What is typed into a field, twice: amounts that nobody has, and texts that name nothing. */
function typed(form: DrawnForm & { names: Set<string> }, time: 1 | 2): Fields {
  const values: Fields = {};
  for (const name of form.names) {
    if (name.startsWith('_') || (name in form.fields && form.fields[name] !== '')) continue;
    values[name] = VALUES[name]?.(time) ?? `Typed ${time}`;
  }
  // What the page has filled in is typed over where it is an amount.
  for (const name of ['amount', 'WithdrawAmount', 'size', 'received']) {
    if (form.names.has(name)) values[name] = `${9_999_990 + time}`;
  }
  return values;
}

const VALUES: Record<string, (time: 1 | 2) => string> = {
  email: (time) => `nobody${time}@example.com`,
  wallet: () => '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  reference: (time) => `tx-${time}`,
  price: (time) => `${time}`,
  stop: (time) => `${time}`,
  leverage: () => '1',
  side: () => 'buy',
  type: () => 'market',
};

/** The operations of forms whose use-case has refused something here. */
const refusedOperations = () =>
  countRows(installation, { table: 'idempotency', where: "succeeded = 0 and operation not like 'api:%'" });

test('every form that counts once may be sent again with other values after a refusal', async () => {
  const routes = (await routesOf()).filter(({ hasPage }) => hasPage);
  const inFolder = (folder: string) => routes.filter(({ id }) => id.startsWith(folder)).map(({ path }) => path);
  const own = new Set(inFolder('routes/investor/').map((path) => path.split('/')[1]));
  const steps = ['/withdraw?method=BTC&WithdrawAmount=50', '/checkout?method=ETH&amount=50'];
  const people = [
    {
      who: ivy,
      from: [...steps, ...inFolder('routes/investor/')],
      follows: (path: string) => own.has(path.split(/[/?]/)[1]),
    },
    { who: ada, from: inFolder('routes/admin/'), follows: (path: string) => path.startsWith('/admin') },
  ];
  const tried: string[] = [];
  const told: string[] = [];
  for (const { who, from, follows } of people) {
    const done = new Set<string>();
    for await (const { path, html } of pagesOf(who, from, follows)) {
      for (const form of formsOf(html, path)) {
        const name = `${shapeOf(form.action)} ${form.fields._intent ?? ''} ${[...form.names].sort()}`;
        // Once of each kind.
        if (!form.fields._key || done.has(name)) continue;
        done.add(name);
        const send = async (time: 1 | 2) => {
          const fields = typed(form, time);
          if (form.multipart)
            for (const file of ['proof', 'document', 'log'])
              if (form.names.has(file)) fields[file] = await pictureFile({ width: 40 + time });
          return await who.post(form, fields);
        };
        const first = await send(1);
        await first.arrayBuffer();
        if (first.status < 400) continue;
        tried.push(name);
        const second = await send(2);
        const text = await second.text();
        if (second.status === 422 || text.includes('was sent before')) told.push(`${name}: ${second.status}`);
      }
    }
  }
  expect(told).toEqual([]);
  // Among them were many that the use-case refused, so that this may fail.
  expect([tried.length > 15, refusedOperations() > 5]).toEqual([true, true]);
}, 300_000);
