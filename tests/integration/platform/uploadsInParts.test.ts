import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { file, uploadInParts } from '#drizzle/schema';
import { DAY } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { deleteUnfinishedUploads, PART_BYTES, startUpload, storePart } from '~/uploads/inParts.server';
import { findUpload } from '~/uploads/store.server';
import { clock, useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';

useDatabase();

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Noise does not compress: three parts. */
const noise = (mean = 128) =>
  sharp({
    create: {
      width: 180,
      height: 160,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

const readState = (bytes: Uint8Array) =>
  ({
    purpose: 'proof',
    name: 'IMG_1.jpg',
    bytes: bytes.length,
    sha256: sha256(bytes),
    chosenSha256: 'c'.repeat(64),
  }) as const;

async function start(ownerId: string, bytes: Uint8Array, more: { sha256?: string; chosenSha256?: string } = {}) {
  const started = await startUpload(ownerId, { ...readState(bytes), ...more });
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}

const part = (ownerId: string, id: string, bytes: Uint8Array, offset: number) =>
  storePart(ownerId, { id, offset, part: bytes.subarray(offset, offset + PART_BYTES) });

const stored = () => readdirSync(env().STORAGE_URL.slice('file:'.length));

test('a file resumes where it was cut, and is one upload with the digest of the chosen file', async () => {
  const { id: ann } = await makeUser();
  const bytes = await noise();
  expect(Math.ceil(bytes.length / PART_BYTES)).toBe(3);
  const { id } = await start(ann, bytes);
  expect(await part(ann, id, bytes, 0)).toMatchObject({ ok: true, value: { received: PART_BYTES } });
  // The response was lost, so the part is sent again, as is a part that came too early.
  for (const offset of [0, 2 * PART_BYTES]) {
    expect(await part(ann, id, bytes, offset)).toMatchObject({
      error: { code: 'out-of-order', received: PART_BYTES },
    });
  }
  expect(await start(ann, bytes)).toEqual({ id, received: PART_BYTES });
  await part(ann, id, bytes, PART_BYTES);
  const last = await part(ann, id, bytes, 2 * PART_BYTES);
  const saved = last.ok ? last.value.file : undefined;
  expect(saved).toMatchObject({ name: 'IMG_1.png' });
  expect(await findUpload(saved?.id ?? '', ann)).toMatchObject({ purpose: 'proof', sentSha256: 'c'.repeat(64) });
  expect(stored()).toEqual([saved?.id]);
  // Simulates a lost last answer: the browser does not send the file again.
  expect(await start(ann, bytes)).toMatchObject({ received: bytes.length, file: saved });
  expect(await read().select().from(uploadInParts)).toEqual([]);
});

test('the same part sent five times at once is accepted once', async () => {
  const { id: ann } = await makeUser();
  const bytes = await noise();
  const { id } = await start(ann, bytes);
  const taken = await Promise.all(Array.from({ length: 5 }, () => part(ann, id, bytes, 0)));
  expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
});

test('another’s file is not found, nor is one of yesterday, and a part has its size', async () => {
  const [{ id: ann }, { id: bob }] = [await makeUser(), await makeUser()];
  const bytes = await noise();
  const { id } = await start(ann, bytes);
  expect(await part(bob, id, bytes, 0)).toMatchObject({ error: { code: 'not-found' } });
  expect((await start(bob, bytes)).id).not.toBe(id);
  for (const wrong of [bytes.subarray(0, 9), bytes.subarray(0, PART_BYTES + 1)]) {
    expect(await storePart(ann, { id, offset: 0, part: wrong })).toMatchObject({ error: { code: 'wrong-size' } });
  }
  await part(ann, id, bytes, 0);
  clock.advance(DAY + 1);
  expect(await part(ann, id, bytes, PART_BYTES)).toMatchObject({ error: { code: 'not-found' } });
  await deleteUnfinishedUploads();
  expect([await read().select().from(uploadInParts), stored()]).toEqual([[], []]);
});

test('a file that arrived changed, or is no picture, is refused with a message and leaves nothing', async () => {
  const { id: ann } = await makeUser();
  const bytes = await noise();
  const whole = async (sent: Uint8Array, more = {}) => {
    const { id } = await start(ann, sent, more);
    let last: unknown;
    for (let offset = 0; offset < sent.length; offset += PART_BYTES) last = await part(ann, id, sent, offset);
    return last;
  };
  expect(await whole(bytes, { sha256: 'd'.repeat(64) })).toMatchObject({ error: { code: 'broken', field: 'proof' } });
  const text = Buffer.from('<html>');
  expect(await whole(text)).toMatchObject({ error: { message: 'The proof must be a JPG, PNG, SVG or WebP picture' } });
  expect(await read().select().from(file).where(eq(file.ownerId, ann))).toEqual([]);
  expect(stored()).toEqual([]);
  const large = await startUpload(ann, { ...readState(bytes), bytes: 50 * 1024 * 1024 });
  expect(large).toMatchObject({ error: { message: 'The picture is larger than 5 MB' } });
});

test('one person has four unfinished files, and the oldest gives its slot up', async () => {
  const { id: ann } = await makeUser();
  const bytes = await noise();
  const first = await start(ann, bytes, { chosenSha256: '0'.repeat(64) });
  await part(ann, first.id, bytes, 0);
  for (const digit of '1234') {
    clock.advance(1000);
    await start(ann, bytes, { chosenSha256: digit.repeat(64) });
  }
  expect(await read().select().from(uploadInParts)).toHaveLength(4);
  expect(await part(ann, first.id, bytes, PART_BYTES)).toMatchObject({ error: { code: 'not-found' } });
  expect(stored()).toEqual([]);
});
