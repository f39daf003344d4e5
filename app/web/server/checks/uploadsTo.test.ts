import { expect, test } from 'vitest';
import { createUploadMatcher } from './protect.server';

test('a request with a file is recognised by its method, type and address, with any values of the parameters', () => {
  const hasFile = createUploadMatcher(['/deposit', '/admin/reconciliation/:method']);
  const post = (path: string, type = 'multipart/form-data; boundary=x') =>
    hasFile({ method: 'POST', path, headers: { 'content-type': type } });
  expect(
    ['/deposit', '/deposit.data', '/Deposit/', '/admin/reconciliation/BTC.data'].filter((path) => !post(path)),
  ).toEqual([]);
  expect(
    ['/deposits', '/admin/reconciliation', '/admin/reconciliation/btc/import'].filter((path) => post(path)),
  ).toEqual([]);
  expect(post('/deposit', 'application/json')).toBe(false);
  expect(hasFile({ method: 'GET', path: '/deposit', headers: { 'content-type': 'multipart/form-data' } })).toBe(false);
});
