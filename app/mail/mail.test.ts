import { describe, expect, test } from 'vitest';
import { parseEmailAddress } from '~/platform/fields/mailAddress';
import { type MailSender, readText, renderMail } from './template';

const isPaperMode: MailSender = {
  isPaperMode: true,
  operator: 'Mirrorbook',
  identity: [],
  support: 'support@mirrorbook.example',
};
const live: MailSender = {
  isPaperMode: false,
  operator: 'Harbour & Co',
  identity: ['licence 77', 'regulated by the FMA'],
  support: 'help@harbour.example',
};

describe('addresses', () => {
  test.each([
    [' ann@Example.COM ', 'ann@example.com'],
    ['Ann.Lee+x@example.com', 'Ann.Lee+x@example.com'],
    ["o'neil@example.com", "o'neil@example.com"],
  ])('%j is sent to as %j', (input, sentTo) => expect(parseEmailAddress(input)).toBe(sentTo));

  test.each([
    '',
    'ann',
    'ann@example.com, bob@example.com',
    'ann@example.com;bob@example.com',
    'Ann <ann@example.com>',
    '"ann"@example.com',
    'ann@example.com\r\nBcc: bob@example.com',
    'ann\n@example.com',
    'ann@example.com\0',
    'ann@exam ple.com',
    `${'a'.repeat(250)}@example.com`,
  ])('%j is no address', (input) => expect(parseEmailAddress(input)).toBeNull());
});

describe('the template', () => {
  test('marks paper mode in the subject and both parts, and live mode nowhere', () => {
    const marked = renderMail({ subject: 'Welcome', paragraphs: ['Hello.'] }, isPaperMode);
    expect(marked.subject).toBe('[paper] Welcome');
    expect(marked.text).toMatch(/^Paper mode: simulated money\n\nHello\.\n/);
    expect(marked.html).toContain('Paper mode: simulated money');
    const plain = renderMail({ subject: 'Welcome', paragraphs: ['Hello.'] }, live);
    expect(plain.subject).toBe('Welcome');
    expect(plain.text + plain.html).not.toMatch(/paper/i);
  });

  test('names the operator and the support address', () => {
    const { text, html } = renderMail({ subject: 'Welcome', paragraphs: ['Hello.'] }, live);
    expect(text).toContain('Sent by Harbour & Co, licence 77, regulated by the FMA.');
    expect(text).toContain('help@harbour.example');
    expect(html).toContain('Sent by Harbour &amp; Co, licence 77, regulated by the FMA.');
    expect(html).toContain('help@harbour.example');
  });

  test('escapes HTML', () => {
    const evil = `<img src=x onerror="alert('1')"> & <a href='//evil'>click</a>`;
    const { html, text } = renderMail(
      {
        subject: evil,
        paragraphs: [evil],
        action: { label: evil, href: 'https://mirrorbook.example/?a=1&b="><script>' },
      },
      isPaperMode,
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('//evil"');
    expect(html.match(/<a /g)).toHaveLength(2);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; &lt;a href=');
    expect(html).toContain('href="https://mirrorbook.example/?a=1&amp;b=%22%3E%3Cscript%3E"');
    expect(text).toContain(evil);
  });

  test('keeps every text on its line', () => {
    const { subject, text, html } = renderMail(
      {
        subject: 'Hi\r\nBcc: bob@example.com\u2028x\0',
        paragraphs: ['Dear Ann\r\n\r\n-- \nSent by Evil', ' ', 'a\u202eb\ud800c'],
      },
      live,
    );
    expect(subject).toBe('Hi Bcc: bob@example.com x');
    expect(text).toContain('\nDear Ann -- Sent by Evil\n'.trimStart());
    expect(text.split('\n').filter((line) => line === '-- ')).toHaveLength(1);
    expect(text).toContain('a b c');
    expect(html).toContain('<p style="margin:0 0 16px">a b c</p>');
  });

  test('truncates a long subject by characters, and links only to the web', () => {
    expect([...renderMail({ subject: '🙂'.repeat(300), paragraphs: [] }, live).subject]).toHaveLength(200);
    const action = { label: 'Go', href: 'javascript:alert(1)' };
    expect(() => renderMail({ subject: 'x', paragraphs: [], action }, live)).toThrow("can't link to javascript:");
  });

  test('can be parsed from its text part', () => {
    const content = {
      paragraphs: ['Hi Ann, one.', 'Label: two', '-- three'],
      action: { label: 'See: it', href: 'https://m.example/a?b=1' },
    };
    for (const sender of [isPaperMode, live]) {
      expect(readText(renderMail({ subject: 'x', ...content }, sender).text)).toEqual(content);
      const without = { ...content, action: undefined };
      expect(readText(renderMail({ subject: 'x', ...without }, sender).text)).toEqual(without);
    }
  });
});
