import { expect, test } from 'vitest';
import { parseStrictly } from './strictJson';

test.each([
  ['{}', {}],
  ['{"a":1,"b":{"a":"\\"a\\":1,\\"a\\":2"}}', { a: 1, b: { a: '"a":1,"a":2' } }],
  ['{"a":[{"x":1},{"x":2}]}', { a: [{ x: 1 }, { x: 2 }] }],
  ['{"a":"\\\\u0000"}', { a: '\\u0000' }],
])('%s is parsed', (text, value) => {
  expect(parseStrictly(text)).toEqual({ ok: true, value });
});

test.each([
  ['', undefined],
  ['{', undefined],
  ['[]', undefined],
  ['null', undefined],
  ['"text"', undefined],
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"b":[{"a":1,"a":1}]}', 'a'],
  ['{"__proto__":{"admin":true}}', '__proto__'],
  ['{"b":{"constructor":1}}', 'constructor'],
  ['{"b":{"a":"x\\u0000"}}', 'a'],
  ['{"b":["x","\\u0000"],"c":1}', 'b'],
])('%s is refused', (text, field) => {
  const parsed = parseStrictly(text);
  expect(parsed.ok).toBe(false);
  expect('field' in parsed ? parsed.field : undefined).toBe(field);
});

test('a body with the deepest possible nesting is parsed', () => {
  const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  expect(parseStrictly(deep).ok).toBe(true);
});
