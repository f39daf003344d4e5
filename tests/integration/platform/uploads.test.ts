import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { file as fileTable } from '#drizzle/schema';
import { closeDatabase, read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { getStorage } from '~/platform/storage/index.server';
import { findUpload, findUploadFor, openUpload, storeUpload, uploadHeaders } from '~/uploads/store.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';

useDatabase();

let picture: File;
beforeEach(async () => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  picture = new File([bytes], '../receipt.png', { type: 'text/html' });
});

const folder = () => env().STORAGE_URL.slice('file:'.length);
const rows = async () => await read().select().from(fileTable);
const keys = () => readdirSync(folder());

async function stored(input: File = picture, ownerId = 'ann') {
  const result = await storeUpload(input, { ownerId, purpose: 'proof' });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Replaces the storage folder by a file, so that uploads can't be stored or read. */
function breakStorage(): void {
  rmSync(folder(), { recursive: true, force: true });
  mkdirSync(env().DATA_DIR, { recursive: true });
  writeFileSync(folder(), 'not a folder');
}

describe('an upload', () => {
  test('is stored as a file and a row, and returned complete', async () => {
    const answer = await stored();
    expect(answer).toEqual({ id: expect.any(String), name: 'receipt.png', type: 'image/png' });
    const row = await findUpload(answer.id, 'ann');
    expect(row).toMatchObject({ ...answer, ownerId: 'ann', purpose: 'proof', createdAt: clock.at });
    expect(keys()).toEqual([row!.storageKey]);
    const opened = await openUpload(row!);
    const bytes = await buffer(opened.ok ? opened.value : Readable.from([]));
    expect(bytes).toHaveLength(row!.bytes);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 60, height: 40 });
  });

  test('is readable by its owner; others get 404, as if it did not exist', async () => {
    const { id } = await stored();
    expect(await findUpload(id, 'bob')).toBeNull();
    expect(await findUpload('none', 'ann')).toBeNull();
    expect(await findUploadFor(id, { userId: 'bob', staff: null })).toBeNull();
    expect(await findUploadFor(id, { userId: 'ann', staff: null })).toMatchObject({ id });
    expect(await findUploadFor(id, { userId: null, staff: { role: 'superadmin' } })).toMatchObject({ id });
  });

  test('sent fifty times at once, and once more, is one file of its owner', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, async () => (await stored()).id));
    expect(new Set([...ids, (await stored()).id]).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect(keys()).toHaveLength(1);
    expect((await stored(picture, 'bob')).id).not.toBe(ids[0]);
    expect(await rows()).toHaveLength(2);
  });

  test('that is refused leaves nothing behind', async () => {
    const page = new File(['<!doctype html><script>alert(1)</script>'], 'receipt.png', { type: 'image/png' });
    expect(await storeUpload(page, { ownerId: 'ann', purpose: 'proof' })).toEqual({
      ok: false,
      error: { code: 'wrong-kind', field: 'proof', message: 'The proof must be a JPG, PNG, SVG or WebP picture' },
    });
    expect(await rows()).toEqual([]);
  });

  test('reports errors of its own field', async () => {
    const text = new File(['text'], 'x.png');
    const errorOf = async (purpose: 'document' | 'picture' | 'trader') => {
      const answer = await storeUpload(text, { ownerId: 'ann', purpose });
      return answer.ok ? null : [answer.error.field, answer.error.message];
    };
    expect(await errorOf('document')).toEqual(['document', 'The document must be a PDF, JPG or PNG file']);
    expect(await errorOf('picture')).toEqual(['profilepicture', 'The picture must be a JPG, PNG, SVG or WebP picture']);
    expect(await errorOf('trader')).toEqual(['traderImage', 'The picture must be a JPG, PNG, SVG or WebP picture']);
  });

  test('over its limit is refused unread', async () => {
    const large = (size: number) =>
      Object.assign(new File([new Uint8Array(size)], 'x'), {
        arrayBuffer: () => Promise.reject(new Error('It was read')),
      });
    const mebibyte = 1024 * 1024;
    const codeOf = async (size: number, purpose: 'proof' | 'document') => {
      const answer = await storeUpload(large(size), { ownerId: 'ann', purpose });
      return answer.ok ? null : answer.error.code;
    };
    expect(await codeOf(5 * mebibyte + 1, 'proof')).toBe('too-large');
    expect(await codeOf(10 * mebibyte + 1, 'document')).toBe('too-large');
  });

  test('is served with its own type, and a PDF never in a page', async () => {
    const shown = await findUpload((await stored(new File([await picture.bytes()], 'r"é;.png'))).id, 'ann');
    expect(uploadHeaders(shown!)).toMatchObject({
      'Content-Type': 'image/png',
      'Content-Length': String(shown!.bytes),
      'Content-Disposition': `inline; filename="r___.png"; filename*=UTF-8''r%22%C3%A9%3B.png`,
      'Content-Security-Policy': expect.stringContaining('sandbox'),
    });
    const pdf = new File(['%PDF-1.7\n%%EOF'], 'passport.pdf');
    const saved = await storeUpload(pdf, { ownerId: 'ann', purpose: 'document' });
    const row = await findUpload(saved.ok ? saved.value.id : '', 'ann');
    expect(uploadHeaders(row!)['Content-Disposition']).toMatch(/^attachment;/);
    expect(uploadHeaders(row!)['Content-Type']).toBe('application/pdf');
    // Browsers may not cache identity documents.
    expect(uploadHeaders(row!)['Cache-Control']).toBe('private, no-store');
    expect(uploadHeaders(shown!)['Cache-Control']).toBe('private, max-age=300');
  });
});

describe('one account', () => {
  const document = (size: number, mark: string) => new File(['%PDF-1.7\n', mark, 'x'.repeat(size)], 'passport.pdf');
  const send = async (input: File, purpose: 'document' | 'trader' = 'document', ownerId = 'ann') =>
    await storeUpload(input, { ownerId, purpose });
  const full = {
    ok: false,
    error: { code: 'full', field: 'document', message: expect.stringContaining('yours is full') },
  };

  test('stores up to its limit of files, however many come at once, and returns those it has', async () => {
    testEnv({ LIMITS: 'filesPerAccount=3' });
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((mark) => document(10, mark));
    const ended = await Promise.all(files.map((each) => send(each)));
    expect(ended.filter(({ ok }) => ok)).toHaveLength(3);
    for (const refused of ended.filter(({ ok }) => !ok)) expect(refused).toMatchObject(full);
    expect([await rows(), keys()].map(({ length }) => length)).toEqual([3, 3]);
    const first = ended.findIndex(({ ok }) => ok);
    expect(await send(files[first] as File)).toEqual(ended[first]);
    expect((await send(document(10, 'g'), 'document', 'bob')).ok).toBe(true);
  });

  test('stores up to its limit of bytes', async () => {
    testEnv({ LIMITS: 'fileMegabytesPerAccount=1' });
    expect((await send(document(600_000, 'a'))).ok).toBe(true);
    expect(await send(document(600_000, 'b'))).toMatchObject(full);
    expect((await send(document(300_000, 'c'))).ok).toBe(true);
    expect(keys()).toHaveLength(2);
  });

  test('of an administrator stores as many pictures of traders as there are', async () => {
    testEnv({ LIMITS: 'filesPerAccount=1' });
    expect((await send(document(10, 'a'))).ok).toBe(true);
    expect((await send(picture, 'trader')).ok).toBe(true);
  });
});

describe('with the storage down', () => {
  test('an upload is refused with a message, and no row is left', async () => {
    breakStorage();
    await expect(getStorage().ready()).rejects.toThrow();
    const answer = await storeUpload(picture, { ownerId: 'ann', purpose: 'proof' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'storage-down', field: 'proof' } });
    expect(await rows()).toEqual([]);
  });

  test('an old one can not be read now, and can when it is back', async () => {
    const row = (await findUpload((await stored()).id, 'ann'))!;
    breakStorage();
    expect(await openUpload(row)).toMatchObject({ ok: false, error: { code: 'storage-down' } });
    rmSync(folder());
    expect(await openUpload(row)).toMatchObject({ ok: false, error: { code: 'gone' } });
    await getStorage().ready();
    expect((await stored()).type).toBe('image/png');
  });
});

test('with the database down, no bytes are left either', async () => {
  await stored();
  const before = keys();
  await closeDatabase();
  await expect(storeUpload(picture, { ownerId: 'ann', purpose: 'proof' })).rejects.toThrow();
  expect(keys()).toEqual(before);
});
