import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { user as userTable } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { isZone } from '~/platform/fields/zone';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { findCountryName } from '~/platform/text/countries.server';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import type { User } from '~/signIns/session.server';
import { isOwnUpload, parseUploadId } from '~/uploads/store.server';
import type { profileChangeSchema } from './profileFields';
import { mapProfileFields } from './profileFields';

export type ProfileChange = z.output<typeof profileChangeSchema>;

const COLUMN_BY_FIELD: Record<keyof ProfileChange, keyof User> = {
  ...mapProfileFields(({ column }) => column),
  profilepicture: 'pictureFileId',
};

const emptyValueOf = (field: keyof ProfileChange) => (field === 'phonenumber' ? '' : null);

/** Changes a user's own data, except the email address. A field missing in `change` stays; null or undefined clears it. */
export async function updateProfile(
  tx: Handle,
  user: ActingInvestor,
  change: ProfileChange,
): Promise<Result<{ id: string }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const current = open.value;
  const { timeZone, profilepicture } = change;
  const country =
    change.country && change.country !== current.country ? await findCountryName(change.country) : undefined;
  if (country === null) return refuse('unknown-country', 'Choose a country, as in Ireland or IE', 'country');
  if (timeZone && timeZone !== current.timeZone && !isZone(timeZone)) {
    return refuse('unknown-time-zone', 'Choose a time zone from the list', 'timeZone');
  }
  const picture = profilepicture && parseUploadId(profilepicture);
  if (picture && !(await isOwnUpload(tx, { id: picture, ownerId: user.id, purpose: 'picture' }))) {
    return refuse('not-own-picture', 'Use a picture that you uploaded here', 'profilepicture');
  }
  const requested: ProfileChange = { ...change };
  if (country) requested.country = country;
  if (picture) requested.profilepicture = picture;
  const next = (field: keyof ProfileChange) => requested[field] ?? emptyValueOf(field);
  const changed = (Object.keys(COLUMN_BY_FIELD) as (keyof ProfileChange)[]).filter(
    (field) => field in requested && next(field) !== current[COLUMN_BY_FIELD[field]],
  );
  if (changed.length === 0) return refuse('no-changes', 'No changes were made');
  const set = Object.fromEntries(changed.map((field) => [COLUMN_BY_FIELD[field], next(field)]));
  await tx.update(userTable).set(set).where(eq(userTable.id, user.id));
  // Logs only the names of the fields, since the log outlives the account.
  const details = { fields: changed.join(', ') };
  await record(tx, {
    thing: 'profile',
    thingId: user.id,
    event: 'update',
    by: createInvestorActor(user.id),
    userId: user.id,
    details,
  });
  return done({ id: user.id });
}
