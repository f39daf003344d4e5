import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { event, user as userTable } from '#drizzle/schema';
import { profileChangeSchema, profileSchema } from '~/features/people/profile/profileFields';
import { updateProfile } from '~/features/people/profile/updateProfile.server';
import { read, write } from '~/platform/db/index.server';
import { formatTimeInZone } from '~/platform/fields/zone';
import type { User } from '~/signIns/session.server';
import { storeUpload } from '~/uploads/store.server';
import { parseSubmission } from '~/web/form/submission.server';
import { useDatabase } from '../../support/database';
import { formOf, pictureFile } from '../../support/pages/files';
import { makeUser } from '../../support/people/people';

useDatabase();

const current = async ({ id }: User) => (await read().select().from(userTable).where(eq(userTable.id, id)))[0] as User;
const update = async (user: User, change: Record<string, unknown>) =>
  await write((tx) => updateProfile(tx, user, profileChangeSchema.parse(change)));

async function pictureOf({ id }: User, purpose: 'picture' | 'proof' = 'picture'): Promise<string> {
  const stored = await storeUpload(await pictureFile(), { ownerId: id, purpose });
  if (!stored.ok) throw new Error(stored.error.message);
  return stored.value.id;
}

describe('a profile', () => {
  test('changes only the submitted fields, and the log names the fields, not their content', async () => {
    const user = await makeUser({ country: 'Ireland', state: 'Leinster' });
    expect((await update(user, { firstname: 'Anna', country: '', zipcode: ' D02 ' })).ok).toBe(true);
    expect(await current(user)).toEqual({ ...user, firstName: 'Anna', country: null, zipcode: 'D02' });
    const [logged] = await read().select().from(event).where(eq(event.thing, 'profile'));
    expect(logged).toMatchObject({
      event: 'update',
      userId: user.id,
      details: { fields: 'firstname, country, zipcode' },
    });
  });

  test('says so when nothing changes', async () => {
    const user = await makeUser({ country: 'Ireland' });
    for (const same of [{}, { firstname: user.firstName, country: ' Ireland ', address: '' }]) {
      expect(await update(user, same)).toMatchObject({ ok: false, error: { message: 'No changes were made' } });
    }
    expect(await read().select().from(event)).toEqual([]);
  });

  test.each([
    ['IE', 'Ireland'],
    ['republic of ireland', 'Ireland'],
    ['Irland', 'Ireland'],
    ['Atlantis', null],
    ['Earth', null],
    ['EU', null],
  ])('accepts only a country that exists: "%s" is %s', async (country, name) => {
    const user = await makeUser({ country: 'Great Britain' });
    const changed = await update(user, { country, state: 'Cork' });
    expect(changed.ok || changed.error.field).toBe(name ? true : 'country');
    expect((await current(user)).country).toBe(name ?? 'Great Britain');
    // The stored value is accepted in other formats too.
    expect((await update(user, { country: (await current(user)).country, state: 'Kerry' })).ok).toBe(true);
  });

  test('can’t be used to change anything but a profile', async () => {
    const user = await makeUser();
    const sneaky = { firstname: 'Anna', email: 'evil@example.com', pdtUnlocked: true, status: 'closed', funded: 1e9 };
    await update(user, sneaky);
    expect(await current(user)).toEqual({ ...user, firstName: 'Anna' });
  });

  test.each([
    ['firstname', ''],
    ['firstname', 'x'.repeat(201)],
    ['lastname', 'line\nbreak'],
    ['address', 'x'.repeat(301)],
    ['country', 'a\u0000b'],
  ])('refuses %s %j at its field, and keeps the rest of the form', async (field, wrong) => {
    const entered = { firstname: 'Ann', lastname: 'Lee', phonenumber: '+44 1', zipcode: 'D02', [field]: wrong };
    const sent = await parseSubmission(formOf(entered), profileSchema);
    if (sent.ok) throw new Error('A wrong form was taken');
    const { error, initialValue } = sent.refused.data.result;
    expect(Object.keys(error ?? {})).toEqual([field]);
    expect(initialValue).toMatchObject({ phonenumber: '+44 1', zipcode: 'D02' });
    expect(profileChangeSchema.safeParse({ [field]: wrong }).success).toBe(false);
  });

  test.each(['Zoë', 'عبد الله', "Bob O'Hara-Lee Jr.", 'x'.repeat(60)])(
    'stores the name %s as it was typed',
    async (name) => {
      const user = await makeUser();
      await update(user, { firstname: name });
      expect((await current(user)).firstName).toBe(name);
    },
  );

  test.each(
    Object.entries({
      country: 'Ireland',
      state: 'Kerry',
      zipcode: 'D02',
      address: 'Quay 1',
      timeZone: 'Europe/Dublin',
      phone: '+44 1',
    }),
  )('a form that lacks %s leaves it unchanged', async (column, value) => {
    const user = await makeUser({ [column]: value });
    const sent = await parseSubmission(formOf({ firstname: 'Eve', lastname: 'Lee' }), profileSchema);
    if (!sent.ok) throw new Error('The form was refused');
    await write((tx) => updateProfile(tx, user, sent.value));
    expect(await current(user)).toEqual({ ...user, firstName: 'Eve', lastName: 'Lee' });
  });

  test('a form with an empty field clears it', async () => {
    const user = await makeUser({ country: 'Ireland', timeZone: 'Europe/Dublin' });
    const entered = { firstname: 'Ann', lastname: 'Lee', phonenumber: user.phone, country: '', timeZone: '' };
    const sent = await parseSubmission(formOf(entered), profileSchema);
    if (!sent.ok) throw new Error('The form was refused');
    await write((tx) => updateProfile(tx, user, sent.value));
    expect(await current(user)).toEqual({ ...user, country: null, timeZone: null });
  });

  test('accepts the current and the former name of a time zone, and keeps an unchanged one', async () => {
    const user = await makeUser({ timeZone: 'Mars/Olympus' });
    expect(await update(user, { firstname: 'Eve', timeZone: 'Mars/Olympus' })).toMatchObject({ ok: true });
    expect(formatTimeInZone('Mars/Olympus', new Date(0))).toBe('1970-01-01 00:00:00');
    for (const timeZone of [
      'Asia/Kolkata',
      'Asia/Calcutta',
      'Europe/Kyiv',
      'Europe/Kiev',
      'US/Eastern',
      'Etc/GMT+5',
      'UTC',
    ]) {
      expect([timeZone, await update(user, { timeZone })]).toMatchObject([timeZone, { ok: true }]);
    }
    expect(formatTimeInZone('Asia/Kolkata', new Date(0))).toBe('1970-01-01 05:30:00');
    for (const timeZone of ['Mars/Olympus', '+05:30', 'India']) {
      expect(await update(user, { timeZone })).toMatchObject({ ok: false, error: { field: 'timeZone' } });
    }
  });
});

describe('a profile picture', () => {
  test('is named by its ID or by its address here, and can be removed', async () => {
    const user = await makeUser();
    const id = await pictureOf(user);
    for (const name of [id, `/files/${id}`, `http://mirrorbook.test/files/${id}`]) {
      expect(await update(user, { profilepicture: name })).toMatchObject({ ok: true });
      expect((await current(user)).pictureFileId).toBe(id);
      expect(await update(user, { profilepicture: '' })).toMatchObject({ ok: true });
      expect((await current(user)).pictureFileId).toBeNull();
    }
  });

  test('must be one’s own, uploaded for that purpose, and never an external address', async () => {
    const user = await makeUser();
    const foreign = [
      await pictureOf(await makeUser()),
      await pictureOf(user, 'proof'),
      `https://evil.example/files/${await pictureOf(user)}`,
      'javascript:alert(1)',
    ];
    for (const named of foreign) {
      expect(await update(user, { profilepicture: named })).toMatchObject({
        ok: false,
        error: { field: 'profilepicture' },
      });
    }
    expect((await current(user)).pictureFileId).toBeNull();
  });
});
