import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BrokenFormError, readForm, TooManyFieldsError } from './readForm.server';

const POST = { method: 'POST', duplex: 'half' } as const;
const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request('http://mirrorbook.test/', { ...POST, body, headers });

const fields = (many: number) => Array.from({ length: many }, (_, at) => [`f${at}`, 'x & y'] as const);

function multipart(many: number): FormData {
  const form = new FormData();
  for (const [name, value] of fields(many)) form.append(name, value);
  return form;
}

/** Returns the same request with a body that arrives in chunks of `size` bytes. */
async function inPieces(request: Request, size: number): Promise<Request> {
  const bytes = await request.bytes();
  const body = new ReadableStream({
    start(stream) {
      for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.subarray(at, at + size));
      stream.close();
    },
  });
  return new Request(request.url, { ...POST, headers: request.headers, body } as RequestInit);
}

describe.each([
  ['a plain form', (many: number) => post(new URLSearchParams(fields(many).map(([...pair]) => pair)))],
  ['a form with files', (many: number) => post(multipart(many))],
])('%s', (_name, make) => {
  test.each([1, 7, 100_000])('of 100 fields is read, in pieces of %i bytes', async (size) => {
    const form = await readForm(await inPieces(make(100), size));
    expect([...form.keys()]).toHaveLength(100);
    expect(form.get('f99')).toBe('x & y');
  });

  test.each([1, 7, 100_000])('of 101 fields is not parsed, in pieces of %i bytes', async (size) => {
    const request = await inPieces(make(101), size);
    await expect(readForm(request)).rejects.toThrow(TooManyFieldsError);
    expect(request.bodyUsed).toBe(true);
  });
});

const broken = (type: string, body = '--x--') => readForm(post(body, { 'Content-Type': type }));
const named = (name: string, value = '') => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe('a Content-Type that two readers could understand differently is refused', () => {
  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x; boundary=y',
    'multipart/form-data; boundary="x"; boundary=x',
    'multipart/form-data; boundary=x; charset=utf-8; boundary=y',
    'multipart/form-data; boundary=x; charset=utf-16',
    'multipart/form-data; boundary=x, multipart/form-data; boundary=y',
    'multipart/form-data; boundary="x',
    'multipart/form-data; boundary=x y',
    "multipart/form-data; Boundary*=utf-8''x",
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded; charset=utf-7',
    'application/x-www-form-urlencoded; boundary=x',
    'application/x-www-form-urlencodedx',
  ])('%s', async (type) => {
    await expect(broken(type)).rejects.toThrow(BrokenFormError);
  });
});

test.each([
  ['of a browser', 'multipart/form-data; boundary=x', 'form-data; name="a"; filename="b c.png"', 'b c.png'],
  ['with unquoted names', 'multipart/form-data; boundary="x"', 'form-data; name=a; filename=b.png', 'b.png'],
  ['with the file name first', 'multipart/form-data; boundary=x', 'form-data; filename="b.png"; name="a"', 'b.png'],
  [
    'with the name in both forms',
    'multipart/form-data;boundary=x',
    "form-data; name=a; filename=b.png; filename*=utf-8''%C3%A9.png",
    'é.png',
  ],
  [
    'with the extended name alone',
    'multipart/form-data; boundary=x',
    "form-data; name=a; filename*=UTF-8'en'%C3%A9.png",
    'é.png',
  ],
  ['with escaped quotes', 'multipart/form-data; boundary=x', 'form-data; name="a"; filename="\\"b\\".png"', '"b".png'],
  ['with a path', 'multipart/form-data; boundary=x', 'form-data; name="a"; filename="C:\\me\\b.png"', 'C:\\me\\b.png'],
  ['with further parameters', 'multipart/form-data; boundary=x; charset=utf8', 'Form-Data ; Name = a ; size=1 ;', null],
  ['with its charset first', 'Multipart/Form-Data; Charset="UTF-8"; Boundary=x;', 'form-data;name="a"', null],
])('a multipart form %s is read', async (_name, type, disposition, filename) => {
  const read = await broken(type, `--x\r\nContent-Disposition: ${disposition}\r\n\r\nyes\r\n--x--\r\n`);
  const value = read.get('a');
  expect(value instanceof File ? [value.name, await value.text()] : [null, value]).toEqual([filename, 'yes']);
});

test.each(['utf8', '"UTF-8"', 'us-ascii'])('a plain form in %s is read', async (charset) => {
  const type = `application/x-www-form-urlencoded; charset=${charset}`;
  expect((await broken(type, 'a=%C3%A9')).get('a')).toBe('é');
});

describe('a multipart form that is not one is refused', () => {
  test.each([
    ['no boundary at its beginning', 'a=b'],
    ['another boundary', named('a').replace('--x', '--y')],
    ['no end', named('a', 'b')],
    ['an end in the middle of a mark', `${named('a', 'b')}--x`],
    ['neither a part nor the end', `${named('a')}--xy\r\n`],
    ['no lines above a part', '--x\r\n\r\n\r\n--x--'],
    ['a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--'],
    ['a part with two names', `--x\r\n${'Content-Disposition: form-data; name="a"\r\n'.repeat(2)}\r\na\r\n--x--`],
    [
      'a line that is no header above the name',
      '--x\r\nnope\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n--x--',
    ],
    ['a part with its name twice', '--x\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\na\r\n--x--'],
    ['a part of a file alone', '--x\r\nContent-Disposition: attachment; name="a"\r\n\r\na\r\n--x--'],
    [
      'a name behind megabytes of headers',
      `--x\r\nX: ${'a'.repeat(5_000)}\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n--x--`,
    ],
    ['a line of a megabyte', `--x\r\nX-A: ${'a'.repeat(1_000_000)}\r\n\r\n--x--`],
    ['more text than a form may hold', `${named('a', 'b'.repeat(40_000)).repeat(2)}--x--`],
    ['lines without end', `--x\r\n${'A: b\r\n'.repeat(10_000)}`],
  ])('%s', async (_name, body) => {
    await expect(broken('multipart/form-data; boundary=x', body)).rejects.toThrow(BrokenFormError);
  });

  test('without a body is refused', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    await expect(readForm(new Request('http://mirrorbook.test/', { method: 'POST', headers }))).rejects.toThrow();
  });
});

test('only the beginning of a file of 40 MB is read, and the fields after it', async () => {
  const form = new FormData();
  form.append('before', 'a');
  form.append('file', new File([new Uint8Array(40 * 1024 * 1024)], 'a.png'));
  form.append('after', 'b');
  const read = await readForm(post(form));
  expect((read.get('file') as File).size).toBe(11 * 1024 * 1024);
  expect([read.get('before'), read.get('after')]).toEqual(['a', 'b']);
});

test('a form is parsed as Request.formData parses it, in chunks of any size', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '=', '&', '+', '%', '"', '-', '\r\n', '--x', '€', ' ', '%22'),
  });
  const field = fc.record({ name: text, value: text, file: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(field, { maxLength: 6 }), fc.integer({ min: 1, max: 200 }), async (fields, size) => {
      const form = new FormData();
      for (const { name, value, file } of fields) {
        if (file) form.append(name, new File([value], 'a.txt', { type: 'text/plain' }));
        else form.append(name, value);
      }
      const entries = async (read: FormData) =>
        await Promise.all(
          [...read].map(async ([name, value]) =>
            value instanceof File ? [name, value.name, value.type, await value.text()] : [name, value],
          ),
        );
      const whole = post(form);
      const [again, theirs] = [whole.clone(), await whole.formData()];
      expect(await entries(await readForm(await inPieces(again, size)))).toEqual(await entries(theirs));
    }),
    { numRuns: 200 },
  );
});

test('reading a body ends wherever it is cut off, in chunks of any size', async () => {
  const token = fc.constantFrom(
    '--x',
    '\r\n',
    '--',
    '-',
    'a',
    '\r',
    '\n',
    '\0',
    'LONG',
    'X: y\r\n',
    'Content-Disposition: form-data; name="a"',
    'Content-Disposition: form-data; name="b"; filename="c"',
    '\r\n\r\n',
    '\r\n--x',
    '\r\n--x--',
  );
  const length = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(70_000));
  await fc.assert(
    fc.asyncProperty(fc.array(token, { maxLength: 24 }), length, async (tokens, size) => {
      const request = await inPieces(
        post(`--x${tokens.join('').replaceAll('LONG', 'b'.repeat(2 * size))}`, {
          'Content-Type': 'multipart/form-data; boundary=x',
        }),
        size,
      );
      const answer = await readForm(request).catch((error) => error);
      expect([FormData, BrokenFormError]).toContain(answer.constructor);
      expect(request.bodyUsed).toBe(true);
    }),
    { numRuns: 200 },
  );
});
