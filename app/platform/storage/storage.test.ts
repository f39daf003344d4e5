import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '../ids';
import { diskStorage } from './disk.server';

const root = mkdtempSync(join(tmpdir(), 'mirrorbook-storage-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('disk storage', () => {
  test('gives back what was put, privately, and leaves nothing unfinished', async () => {
    const folder = join(root, 'files');
    const files = diskStorage(folder);
    const key = newId();
    await files.put(key, Buffer.from('one'), 'image/png');
    await files.put(key, Buffer.from('two'), 'image/png');
    const stream = await files.get(key);
    expect(String(await buffer(stream!))).toBe('two');
    expect(readdirSync(folder)).toEqual([key]);
    expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('answers null for what is not there, and removing it is fine', async () => {
    const files = diskStorage(join(root, 'empty'));
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
      const files = diskStorage(join(root, 'keys'));
      await expect(files.put(key, Buffer.from('x'), 'image/png')).rejects.toThrow('storage key');
      await expect(files.get(key)).rejects.toThrow('storage key');
      await expect(files.remove(key)).rejects.toThrow('storage key');
    },
  );

  test('says when it can not store', async () => {
    const path = join(root, 'a-file');
    writeFileSync(path, '');
    const files = diskStorage(join(path, 'below'));
    await expect(files.ready()).rejects.toThrow();
    await expect(files.put(newId(), Buffer.from('x'), 'image/png')).rejects.toThrow();
    await diskStorage(join(root, 'fine')).ready();
  });
});
