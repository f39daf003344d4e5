import { describe, expect, test } from 'vitest';
import { readForm, TooManyFieldsError } from './readForm.server';

const POST = { method: 'POST', duplex: 'half' } as const;
const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request('http://mirrorbook.test/', { ...POST, body, headers });

const fields = (many: number) => Array.from({ length: many }, (_, at) => [`f${at}`, 'x & y'] as const);

function multipart(many: number): FormData {
  const form = new FormData();
  for (const [name, value] of fields(many)) form.append(name, value);
  return form;
}

/** The same request, its body arriving in pieces of this many bytes. */
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

test('a broken form, and one without a body, are errors of their own', async () => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  await expect(readForm(post('--x\r\nnope', headers))).rejects.not.toThrow(TooManyFieldsError);
  await expect(readForm(new Request('http://mirrorbook.test/', { method: 'POST', headers }))).rejects.toThrow();
});
