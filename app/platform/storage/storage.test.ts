import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3 } from '../../../tests/support/servers/s3';
import { newId } from '../ids';
import { createDiskStorage } from './disk.server';
import { createS3Storage } from './s3.server';
import type { Storage } from './storage';

const root = mkdtempSync(join(tmpdir(), 'mirrorbook-storage-'));
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await s3.remove();
});

const PLACES: [string, () => Storage][] = [
  ['a folder', () => createDiskStorage(join(root, 'files'))],
  ['a bucket', () => createS3Storage(s3.url)],
];

describe.each(PLACES)('%s as storage', (_, place) => {
  const bytesOf = async (files: Storage, key: string, range?: { start: number; end: number }) => {
    const stream = await files.get(key, range);
    return stream && String(await buffer(stream));
  };

  test('returns what was put last, whole or a part of it', async () => {
    const files = place();
    const key = newId();
    await files.put(key, Buffer.from('one'), 'image/png');
    await files.put(key, Buffer.from('twice'), 'image/png');
    expect(await bytesOf(files, key)).toBe('twice');
    expect(await bytesOf(files, key, { start: 1, end: 3 })).toBe('wic');
    expect(await bytesOf(files, key, { start: 4, end: 4 })).toBe('e');
  });

  test('keeps every byte of a large file', async () => {
    const files = place();
    const key = newId();
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7919) % 251));
    await files.put(key, bytes, 'application/pdf');
    const stream = await files.get(key);
    expect((await buffer(stream!)).equals(bytes)).toBe(true);
  });

  test('returns null for an absent key, and removing one succeeds', async () => {
    const files = place();
    expect(await files.get(newId())).toBeNull();
    await files.remove(newId());
    const key = newId();
    await files.put(key, Buffer.from('x'), 'image/png');
    await files.remove(key);
    expect(await files.get(key)).toBeNull();
  });

  test.each(['../etc/passwd', '..', '', 'a/b', 'a\\b', 'a.b', 'a\0b', `${'a'.repeat(101)}`])(
    'refuses the key %j',
    async (key) => {
      const files = place();
      await expect(files.put(key, Buffer.from('x'), 'image/png')).rejects.toThrow('storage key');
      await expect(files.get(key)).rejects.toThrow('storage key');
      await expect(files.remove(key)).rejects.toThrow('storage key');
    },
  );

  test('reports that it can store', async () => await place().ready());
});

test('a folder is private, and contains nothing unfinished', async () => {
  const folder = join(root, 'private');
  const key = newId();
  await createDiskStorage(folder).put(key, Buffer.from('x'), 'image/png');
  expect(readdirSync(folder)).toEqual([key]);
  expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a folder reports when it can’t store', async () => {
  const path = join(root, 'a-file');
  writeFileSync(path, '');
  const files = createDiskStorage(join(path, 'below'));
  await expect(files.ready()).rejects.toThrow();
  await expect(files.put(newId(), Buffer.from('x'), 'image/png')).rejects.toThrow();
});

test('a bucket reports when it can’t store, and works again when it can', async () => {
  const files = createS3Storage(s3.url);
  const key = newId();
  await files.put(key, Buffer.from('kept'), 'image/png');
  await s3.goDown();
  await expect(files.ready()).rejects.toThrow();
  await expect(files.put(newId(), Buffer.from('x'), 'image/png')).rejects.toThrow();
  await expect(files.get(key)).rejects.toThrow();
  await s3.comeBack();
  await files.ready();
  expect(String(await buffer((await files.get(key))!))).toBe('kept');
  await expect(createS3Storage(s3.url.replace('uploads', 'elsewhere')).ready()).rejects.toThrow();
});
