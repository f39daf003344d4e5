import { expect, test } from 'vitest';
import { toCalendarEntries, toNewsItems } from '../published/internal/published.server';
import { parseEntries } from './entries';

const TIME = Date.UTC(2026, 2, 4, 12);

const rss = (...items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>${items.map((item) => `<item>${item}</item>`).join('')}</channel></rss>`;

const DATED = '<pubDate>Wed, 04 Mar 2026 08:00:00 GMT</pubDate>';

test('RSS is read as plain text, newest first', () => {
  const body = rss(
    `<title>Older</title><pubDate>Tue, 03 Mar 2026 08:00:00 GMT</pubDate><link>https://news.example/1</link>`,
    `<title><![CDATA[Gold &amp; <b>silver</b> rise]]></title>${DATED}<guid isPermaLink="false">7</guid>
     <description>&lt;p&gt;Up&#8217;s the&nbsp;word,&lt;br&gt; twice &amp;amp; more&lt;/p&gt;</description>
     <link>https://news.example/2?a=1&amp;b=2</link><category>Metals</category><category>Gold</category>`,
  );
  expect(toNewsItems(parseEntries(body, TIME))).toEqual([
    {
      id: '7',
      at: new Date(Date.UTC(2026, 2, 4, 8)),
      title: 'Gold & silver rise',
      text: 'Up’s the word, twice & more',
      link: 'https://news.example/2?a=1&b=2',
      topic: 'Metals',
      sample: false,
    },
    expect.objectContaining({ title: 'Older', topic: null, text: '' }),
  ]);
});

test('Atom and JSON Feed are parsed likewise', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><title type="html">One</title>
    <updated>2026-03-04T08:00:00Z</updated><link rel="self" href="https://news.example/self"/>
    <link href="https://news.example/one"/><category term="Rates"/><summary>Said.</summary></entry></feed>`;
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [
      {
        id: 'a',
        title: 'One',
        content_html: '<p>Said.</p>',
        url: 'https://news.example/one',
        date_published: '2026-03-04T08:00:00Z',
        tags: ['Rates'],
      },
    ],
  });
  expect(parseEntries(atom, TIME)).toEqual(parseEntries(json, TIME));
  expect(parseEntries(json, TIME)).toEqual([
    {
      id: 'a',
      at: new Date(Date.UTC(2026, 2, 4, 8)),
      title: 'One',
      text: 'Said.',
      link: 'https://news.example/one',
      tags: ['Rates'],
    },
  ]);
});

test('a calendar has the country and importance of each event', () => {
  const body = JSON.stringify([
    { title: 'Consumer prices', country: 'USD', date: '2026-03-11T08:30:00-04:00', impact: 'High', forecast: '' },
    { title: 'Leading indicator', country: 'Switzerland', date: '2026-03-06T08:00:00Z', importance: 0 },
    { title: 'Somewhere else', country: 'XX', date: '2026-03-06T08:00:00Z', importance: 1 },
    { title: 'No date', country: 'us' },
    'nonsense',
  ]);
  expect(
    toCalendarEntries(parseEntries(body, TIME)).map(({ at, country, importance }) => [
      at.toISOString(),
      country,
      importance,
    ]),
  ).toEqual([
    ['2026-03-11T12:30:00.000Z', 'us', 1],
    ['2026-03-06T08:00:00.000Z', 'ch', 0],
  ]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:secret@news.example/',
  'ftp://news.example',
  '//news.example',
  `https://news.example/${'x'.repeat(600)}`,
])('an address that is not on the web is no link: %s', (link) => {
  expect(parseEntries(rss(`<title>t</title>${DATED}<link>${link}</link>`), TIME)[0]?.link).toBeNull();
});

test('markup has no effect in any encoding, and hidden characters are removed', () => {
  const [entry] = parseEntries(
    rss(
      `<title>a&#x202e;b\u0007c</title>${DATED}<description>&lt;script&gt;x()&lt;/script&gt;&lt;img src=x onerror=y()&gt;done</description>`,
    ),
    TIME,
  );
  expect(entry).toMatchObject({ title: 'a b c', text: 'x() done' });
});

test('a document that defines entities, is broken, or has another format is refused', () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>${rss(`<title>&lol2;</title>${DATED}`)}`;
  const external = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss(`<title>&x;</title>${DATED}`)}`;
  const deep = `<rss>${'<a>'.repeat(100_000)}`;
  for (const body of [
    laughs,
    external,
    deep,
    '',
    '<html><body>Not found</body></html>',
    '{"items":{}}',
    'null',
    '[]',
    rss('<title>no date</title>'),
  ]) {
    expect(() => parseEntries(body, TIME)).toThrow();
  }
});

test('long lists and long texts are truncated', () => {
  const body = rss(
    ...Array.from(
      { length: 5_000 },
      (_, at) =>
        `<title>${'t'.repeat(1_000)} ${at}</title><guid>${at}</guid>${DATED}<description>${'&lt;'.repeat(500)}</description>`,
    ).slice(0, 300),
  );
  const entries = parseEntries(body, TIME);
  expect(entries.length).toBe(200);
  expect(toNewsItems(entries).length).toBe(40);
  expect(entries[0]?.title.length).toBe(160);
  expect(entries[0]?.text.length).toBe(400);
});

test('an item dated years ahead is no news', () => {
  const body = rss(`<title>far</title><pubDate>Wed, 04 Mar 2099 08:00:00 GMT</pubDate>`, `<title>near</title>${DATED}`);
  expect(parseEntries(body, TIME).map(({ title }) => title)).toEqual(['near']);
});
