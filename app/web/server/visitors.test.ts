import { expect, test } from 'vitest';
import { resolveAddress, toPublicPath } from './visitors';

const ID = '01890000-0000-7000-8000-000000000000';
const requested = (url: string, cookie?: string, method = 'GET') =>
  resolveAddress({ method, url, headers: { cookie } });

test('a visitor is redirected to the public pages of traders', () => {
  for (const url of [
    '/traders',
    '/traders?page=2',
    '/traders/compare?with=a',
    `/traders/${ID}`,
    `/traders/${ID}/copy`,
  ]) {
    expect(requested(url)).toBe(`/visitors${url}`);
    expect(requested(url, 'theme=dark; person=Ann', 'HEAD')).toBe(`/visitors${url}`);
    expect(toPublicPath(`/visitors${url}`)).toBe(url);
  }
});

test('a browser with a session, a post, and every other address are not redirected', () => {
  for (const cookie of ['session=abc', 'theme=dark; session=abc', '__Host-session=abc']) {
    expect(requested('/traders', cookie)).toBe('/traders');
  }
  expect(requested('/traders', undefined, 'POST')).toBe('/traders');
  for (const url of [
    '/',
    '/traders.data',
    '/traderspage',
    '/traders/x',
    `/traders/${ID}/copy/x`,
    '/usercopytrade',
    '//traders',
  ]) {
    expect(requested(url)).toBe(url);
  }
  expect(toPublicPath('/visitorsbook')).toBe('/visitorsbook');
});
