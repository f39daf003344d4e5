import { readdirSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { file, user as userTable } from '#drizzle/schema';
import { submitKyc } from '~/features/people/kyc/submitKyc.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { updateProfile } from '~/features/people/profile/updateProfile.server';
import { UPLOAD_REFERENCES } from '~/jobs.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { storeUpload } from '~/uploads/store.server';
import { deleteUnusedUploads } from '~/uploads/unused.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { pictureFile } from '../../support/pages/files';
import { makeUser } from '../../support/people/people';

useDatabase();

const PDF = new File(['%PDF-1.4\n%%EOF'], 'passport.pdf');

async function stored(user: User, input: File, purpose: keyof typeof UPLOAD_REFERENCES): Promise<string> {
  const result = must(await storeUpload(input, { ownerId: user.id, purpose }));
  return result.id;
}

const saved = async () => (await read().select({ id: file.id }).from(file)).map(({ id }) => id).sort();
const bytes = () => readdirSync(env().STORAGE_URL.slice('file:'.length)).sort();

test('unused uploads are deleted after a day, including their bytes; the others stay', async () => {
  const user = await makeUser();
  const documents = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', country: 'Ireland' };
  const home = { state: 'Leinster', postalCode: 'D02', address: '1 Quay Street' };
  const [document, first, second] = [
    await stored(user, PDF, 'document'),
    await stored(user, await pictureFile({ width: 40 }), 'picture'),
    await stored(user, await pictureFile({ width: 60, height: 60 }), 'picture'),
  ];
  const proof = await stored(user, await pictureFile(), 'proof');
  const others: string[] = [];
  for (let width = 41; width < 44; width++) others.push(await stored(user, await pictureFile({ width }), 'document'));
  const [backFileId, proofOfAddressFileId, selfieFileId] = others;
  const files = { document, backFileId, proofOfAddressFileId, selfieFileId };
  await write((tx) => submitKyc(tx, user, { ...documents, ...home, ...files }));
  for (const profilepicture of [first, second]) await write((tx) => updateProfile(tx, user, { profilepicture }));

  expect(await deleteUnusedUploads(UPLOAD_REFERENCES)).toBe(false);
  expect(await saved()).toEqual([document, ...others, first, second, proof].sort());
  clock.advance(DAY + 1);
  expect(await deleteUnusedUploads(UPLOAD_REFERENCES)).toBe(false);
  expect(await saved()).toEqual([document, ...others, second].sort());
  expect(bytes()).toEqual([document, ...others, second].sort());
  expect(await write((tx) => updateProfile(tx, user, { profilepicture: first }))).toMatchObject({ ok: false });
  const [row] = await read().select().from(userTable).where(eq(userTable.id, user.id));
  expect(row?.pictureFileId).toBe(second);
});

test('of a closed account the picture is deleted, and files that the books need stay', async () => {
  const user = await makeUser();
  const documents = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', country: 'Ireland' };
  const home = { state: 'Leinster', postalCode: 'D02', address: '1 Quay Street' };
  const document = await stored(user, PDF, 'document');
  const picture = await stored(user, await pictureFile(), 'picture');
  await write((tx) => submitKyc(tx, user, { ...documents, ...home, document }));
  await write((tx) => updateProfile(tx, user, { profilepicture: picture }));
  clock.advance(DAY + 1);
  await deleteUnusedUploads(UPLOAD_REFERENCES);
  expect(await saved()).toEqual([document, picture].sort());
  const closing = { userId: user.id, reason: 'gone', submittedEmail: user.email };
  await write((tx) => closeAccount(tx, createInvestorActor(user.id), closing));
  await deleteUnusedUploads(UPLOAD_REFERENCES);
  expect([await saved(), bytes()]).toEqual([[document], [document]]);
});
