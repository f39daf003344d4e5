import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { textOf } from '../support/pages/text';
import { Installation } from '../support/servers/installation';

/** Public pages of traders: their content for a visitor, and the way from them to a copy. */
const installation = new Installation();
let visitor: Client;
let ivy: Client;
let trader = '';

beforeAll(async () => {
  await installation.start();
  visitor = new Client(installation);
  ivy = await new Client(installation).signIn(installation.demonstration.investor);
  [, trader = ''] = /href="\/traders\/([0-9a-f-]{36})"/.exec(await visitor.page('/traders')) ?? [];
});
afterAll(() => installation.remove());

describe('a visitor', () => {
  test('sees the list, a profile and a comparison, with title, description and one address, and without React', async () => {
    const pages = ['/traders', `/traders/${trader}`, `/traders/compare?with=${trader}`];
    for (const path of pages) {
      const html = await visitor.page(path);
      expect([path, /<title>[^<]+ · Mirrorbook<\/title>/.test(html)]).toEqual([path, true]);
      expect([path, /<meta name="description" content="[^"]{40,}/.test(html)]).toEqual([path, true]);
      expect(html).toContain(`<link rel="canonical" href="${installation.origin}${path.replace(/\?.*/, '')}"/>`);
      expect(html).not.toMatch(/modulepreload|__remixContext|\/visitors\//);
      expect(html).not.toContain('name="_csrf"');
    }
  });

  test('gets them from the cache, and never an investor’s content', async () => {
    const [first, again] = [await visitor.fetch(`/traders/${trader}`), await visitor.fetch(`/traders/${trader}`)];
    expect(first.headers.get('Cache-Control')).toContain('public');
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(first.headers.get('Vary')).toContain('Cookie');
    const own = await ivy.fetch(`/traders/${trader}`);
    expect(own.headers.get('Cache-Control')).not.toContain('public');
    expect(await own.text()).toContain(installation.demonstration.investor.email);
    expect(await (await visitor.fetch(`/traders/${trader}`)).text()).not.toContain(
      installation.demonstration.investor.email,
    );
  });

  test('finds all of them in the sitemap, and by links from the landing page', async () => {
    expect(await visitor.page('/')).toContain('href="/traders"');
    const map = await visitor.page('/sitemap.xml');
    expect(map).toContain(`<loc>${installation.origin}/traders</loc>`);
    expect(map).toContain(`<loc>${installation.origin}/traders/${trader}</loc>`);
    expect(await visitor.page('/robots.txt')).not.toContain('Disallow: /traders');
  });

  test('who chooses a trader gets through the sign-up and the verification to the form of that copy', async () => {
    const newcomer = new Client(installation);
    const chosen = `/traders/${trader}/copy?amount=750`;
    const led = await newcomer.fetch(chosen);
    expect([led.status, led.headers.get('Location')]).toEqual([303, '/signup']);
    const password = 'a long walk in the rain';
    const answers = { firstName: 'Una', lastName: 'Moss', email: 'una@example.com' };
    const sent = await newcomer.submit('/signup', { ...answers, password });
    expect(sent.headers.get('Location')).toBe('/verify');
    const [, mailed = ''] = /action="(\/[\w-]+\/verify\/[^"]+)"/.exec(await newcomer.page('/verify')) ?? [];
    const verified = await newcomer.post(await newcomer.form(mailed, '_csrf'), { _intent: 'verify' });
    expect(verified.headers.get('Location')).toBe(chosen);
    expect(textOf(await newcomer.page(chosen))).toContain('Amount');
  });

  test('gets no page of an unknown trader, and changes nothing', async () => {
    expect((await visitor.fetch('/traders/01890000-0000-7000-8000-000000000000')).status).toBe(404);
    const posted = await visitor.fetch('/traders', { method: 'POST', headers: { Origin: installation.origin } });
    expect(posted.status).toBeGreaterThanOrEqual(300);
  });
});
