import { describe, expect, test } from 'vitest';
import { toOriginForm } from './target';

const target = (url: string, host = 'ours.example:3000', own = 'public.example') =>
  toOriginForm({ url, headers: { host } }, own);

describe('the target of a request', () => {
  test.each([
    ['/admin?a=b', '/admin?a=b'],
    ['http://ours.example:3000/admin?a=b', '/admin?a=b'],
    ['HTTP://OURS.example:3000', '/'],
    ['https://public.example/x', '/x'],
    // Foreign targets are returned unchanged.
    ['http://ours.example/admin', 'http://ours.example/admin'],
    ['http://evil.example/admin', 'http://evil.example/admin'],
    ['http://ours.example:3000@evil.example/', 'http://ours.example:3000@evil.example/'],
    ['ftp://ours.example:3000/', 'ftp://ours.example:3000/'],
    ['http:///admin', 'http:///admin'],
    ['*', '*'],
    ['admin', 'admin'],
  ])('%s is %s', (url, path) => {
    expect(target(url)).toBe(path);
  });
});
