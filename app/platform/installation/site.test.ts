import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSafePath } from './site';

const ORIGIN = 'https://ours.example';

describe('a path to go back to', () => {
  test.each(['/dashboard', '/withdraw?method=BTC&amount=10', '/a//b', '/a#b'])('%j is accepted', (path) => {
    expect(toSafePath(path)).toBe(path);
  });

  test.each([
    '',
    null,
    undefined,
    'dashboard',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/.//evil.example\\',
    '/\t/evil.example',
    '/a\r\nSet-Cookie: b=c',
    '/\u00a0/evil.example',
    '/／evil.example',
    'javascript:alert(1)',
    'https:evil.example',
    ' /dashboard',
  ])('%j becomes the start page', (target) => {
    expect(toSafePath(target)).toBe('/');
  });

  test('stays on this site as a browser parses it, for any input', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      'evil.example',
      ':',
      'javascript:',
      '\t',
      '\n',
      '%2f',
      '@',
      '?',
      '#',
      '／',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = toSafePath(parts.join(''));
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        // `new URL` has resolved `..`; the path itself must not be protocol-relative either.
        expect(path.startsWith('//')).toBe(false);
      }),
    );
  });
});
