import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { ACTS } from '~/acts.server';
import { rejectDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { loadDepositQueue } from '~/features/money/wallet/deposits/depositQueries.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { loadKycQueue } from '~/features/people/kyc/queries.server';
import { submitKyc } from '~/features/people/kyc/submitKyc.server';
import { type Handle, write } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { storeUpload } from '~/uploads/store.server';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';

/* One picture proves one payment, and one document one person: reviewers see where else it was sent, and nobody else does. */
useDatabase();

let ann: User;
let bea: User;
beforeEach(async () => {
  [ann, bea] = [await makeUser({ firstName: 'Ann' }), await makeUser({ firstName: 'Bea' })];
});

async function must<T>(work: (tx: Handle) => Promise<Result<T>>): Promise<T> {
  const did = await write(work);
  if (!did.ok) throw new Error(did.error.message);
  clock.advance(1_000);
  return did.value;
}

/** A picture of two halves; another colour is another picture. */
const drawing = (colour = 'red') =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: 'white' } }).composite([
    { input: { create: { width: 40, height: 40, channels: 3, background: colour } }, left: 0, top: 0 },
  ]);

async function upload(owner: User, bytes: Buffer, purpose: 'proof' | 'document' = 'proof'): Promise<string> {
  const stored = await storeUpload(new File([new Uint8Array(bytes)], 'paid.png'), { ownerId: owner.id, purpose });
  if (!stored.ok) throw new Error(stored.error.message);
  return stored.value.id;
}

const deposited = async (owner: User, bytes: Buffer) => {
  const proof = await upload(owner, bytes);
  return await must((tx) => submitDeposit(tx, owner, { method: 'ETH', amount: 251_00n, proof }));
};

/** Returns the warnings of the queue for a user's deposit. */
async function shownBeside(owner: User) {
  const { rows } = await loadDepositQueue({ show: 'all', page: 1 });
  return rows.find((row) => row.owner.id === owner.id)?.sameProof;
}

test.each<[string, () => Promise<Buffer>]>([
  ['as it was', () => drawing().png().toBuffer()],
  ['packed otherwise', () => drawing().png({ compressionLevel: 1, adaptiveFiltering: true }).toBuffer()],
  ['with a palette', () => drawing().png({ palette: true }).toBuffer()],
  ['with a channel for transparency', () => drawing().ensureAlpha().png().toBuffer()],
  ['as another kind', () => drawing().webp({ lossless: true }).toBuffer()],
  [
    'with a note in it',
    () =>
      drawing()
        .withExif({ IFD0: { ImageDescription: 'mine' } })
        .png()
        .toBuffer(),
  ],
])('a picture that proves another’s deposit is shown beside both, sent %s', async (_, again) => {
  const first = await deposited(ann, await drawing().png().toBuffer());
  const second = await deposited(bea, await again());
  expect(await shownBeside(ann)).toMatchObject([{ id: second.id, owner: { firstName: 'Bea' }, status: 'pending' }]);
  expect(await shownBeside(bea)).toMatchObject([{ id: first.id, owner: { firstName: 'Ann' }, amount: 251_00n }]);
});

test('another picture is shown beside none', async () => {
  await deposited(ann, await drawing().png().toBuffer());
  await deposited(bea, await drawing('blue').png().toBuffer());
  expect([await shownBeside(ann), await shownBeside(bea)]).toEqual([[], []]);
});

test('a deposit with the proof of another needs two, unless the other one was rejected, and its effect says why', async () => {
  const admin = createAdminActor((await makeAdmin()).id);
  const first = await deposited(ann, await drawing().png().toBuffer());
  const second = await deposited(bea, await drawing().png().toBuffer());
  const { takesTwo, details } = ACTS['deposit-approve'];
  const input = { id: second.id, received: 251_00n };
  const why = () =>
    write((tx) => (typeof takesTwo === 'string' ? Promise.resolve([]) : takesTwo.when(tx, admin, input)));
  expect(await why()).toEqual(['its proof is that of another deposit, too']);
  const output = await write(async (tx) => (await details?.(tx, input))?.find(({ name }) => name === 'Proof')?.to);
  expect(output).toBe('a picture; another deposit has the same');
  await must((tx) => rejectDeposit(tx, admin, first.id, 'Not received'));
  expect(await why()).toEqual([]);
});

test.each<[string, () => Promise<Buffer>]>([
  ['picture', () => drawing().png({ compressionLevel: 1 }).toBuffer()],
  ['PDF', async () => Buffer.from('%PDF-1.4\n%%EOF')],
])(
  'a %s that two users send as their identity document is shown beside both, and one’s own is not',
  async (kind, bytes) => {
    const documents = { firstName: 'Ann', lastName: 'Lee', email: ann.email, country: 'Malta', state: 'Gozo' };
    const address = { postalCode: 'N1', address: '1 High Street' };
    const first = kind === 'PDF' ? await bytes() : await drawing().png().toBuffer();
    for (const [owner, sent] of [
      [ann, first],
      [bea, await bytes()],
    ] as const) {
      const document = await upload(owner, sent, 'document');
      await must((tx) => submitKyc(tx, owner, { ...documents, ...address, document }));
    }
    const { rows } = await loadKycQueue({ show: 'waiting', page: 1 });
    expect(
      rows.map(({ owner, sameDocument }) => [owner.firstName, sameDocument.map((other) => other.owner.firstName)]),
    ).toEqual([
      ['Ann', ['Bea']],
      ['Bea', ['Ann']],
    ]);
  },
);
