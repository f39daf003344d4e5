import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm';
import {
  deposit,
  depositAddressChange,
  depositAddressShown,
  depositMethod,
  event,
  mail,
  user as userTable,
} from '#drizzle/schema';
import { HOUR, now, SECOND } from '~/platform/clock';
import { findAll, type Handle, insertAll, isUnavailable, read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import type { Job } from '~/platform/jobs/index.server';
import { type Actor, createInvestorActor } from '~/platform/states';
import { expireDeposits } from './expireDeposits.server';
import { notifyAddressChanged } from './internal/depositMail.server';

/* Notifies users when a deposit address known to them changes, because money sent to it may be lost, or an attacker may have changed it. */

const ADDRESS_ENTITY = 'deposit address';

type Method = { code: string; address: string };

/** Records once that a method's address was shown to a user. A read-only database does not prevent showing it. */
export async function recordShownAddress(userId: string, { code: method, address }: Method): Promise<void> {
  const [seen] = await findAll(read(), depositAddressShown, { userId, method, address });
  if (seen) return;
  await write(async (tx) => {
    const shown = { id: newId(), userId, method, address, at: now() };
    await tx.insert(depositAddressShown).values(shown).onConflictDoNothing();
    await record(tx, {
      thing: ADDRESS_ENTITY,
      thingId: `${method}:${address}`,
      event: 'show',
      userId,
      by: createInvestorActor(userId),
    });
  }).catch((error) => {
    if (!isUnavailable(error)) throw error;
  });
}

/** Imports at the start the addresses shown to users from events of version 1.0.0. A forged event could only cause a mail. */
export async function backfillShownAddresses(): Promise<void> {
  if ((await read().select().from(depositAddressShown).limit(1)).length > 0) return;
  const shown = await findAll(read(), event, { thing: ADDRESS_ENTITY, event: 'show' });
  const once = new Map(shown.map((row) => [`${row.userId} ${row.thingId}`, row]));
  const rows = [...once.values()].map(({ id, userId, thingId, at }) => {
    const [method = '', ...address] = thingId.split(':');
    return { id, userId: userId as string, method, address: address.join(':'), at };
  });
  await write((tx) => insertAll(tx, depositAddressShown, rows));
}

/** Records a changed address of a method for `notifyBatchOfAddressChanges`; does nothing if it is the same or there was none. */
export async function recordChangedAddress(tx: Handle, by: Actor, before: Method, after: Method): Promise<void> {
  const { code: method, address } = before;
  if (address === '' || address === after.address) return;
  await tx.insert(depositAddressChange).values({ id: newId(), method, address, at: now(), notifiedAt: null });
  const details = { method, new: after.address };
  await record(tx, { thing: ADDRESS_ENTITY, thingId: `${method}:${address}`, event: 'change', by, details });
}

const USERS_PER_BATCH = 100;

type Change = typeof depositAddressChange.$inferSelect;

const getEffectKey = (change: Change, userId: string) => `deposit-address:${change.id}:${userId}` as const;

async function findUsersToNotify(tx: Handle, change: Change): Promise<(typeof userTable.$inferSelect)[]> {
  const { id, method, address, at } = change;
  const [before] = await tx
    .select({ at: depositAddressChange.at })
    .from(depositAddressChange)
    .where(and(eq(depositAddressChange.method, method), lt(depositAddressChange.id, id)))
    .orderBy(desc(depositAddressChange.id))
    .limit(1);
  const { userId } = depositAddressShown;
  const shown = tx
    .select({ id: userId })
    .from(depositAddressShown)
    .where(and(eq(depositAddressShown.method, method), eq(depositAddressShown.address, address)));
  const used = tx
    .select({ id: deposit.userId })
    .from(deposit)
    .where(
      and(eq(deposit.method, method), gt(deposit.createdAt, before?.at ?? new Date(0)), lte(deposit.createdAt, at)),
    );
  const mailed = tx
    .select({ id: mail.id })
    .from(mail)
    .where(eq(mail.effectKey, sql`${getEffectKey(change, '')} || ${userTable.id}`));
  return await tx
    .select()
    .from(userTable)
    .where(and(or(inArray(userTable.id, shown), inArray(userTable.id, used)), notExists(mailed)))
    .orderBy(asc(userTable.id))
    .limit(USERS_PER_BATCH);
}

/** Notifies a batch of users who know an address that no longer accepts deposits. @returns whether more may be left */
export async function notifyBatchOfAddressChanges(): Promise<boolean> {
  return await write(async (tx) => {
    const { id, notifiedAt } = depositAddressChange;
    const [change] = await tx.select().from(depositAddressChange).where(isNull(notifiedAt)).orderBy(asc(id)).limit(1);
    if (!change) return false;
    const people = await findUsersToNotify(tx, change);
    if (people.length === 0) {
      await tx.update(depositAddressChange).set({ notifiedAt: now() }).where(eq(id, change.id));
      return true;
    }
    const [method] = await verified(tx, depositMethod, { code: change.method });
    const name = method?.name ?? change.method;
    const end = getAddressEnd(change.address);
    for (const person of people) {
      await notifyAddressChanged(tx, person, { effectKey: getEffectKey(change, person.id), name, end });
    }
    return true;
  });
}

/** Returns the last characters of an address: enough to recognise it, too few to pay to it. */
const getAddressEnd = (address: string): string => address.slice(-6);

export const walletJobs: Job[] = [
  { name: 'deposit-addresses', everyMs: 5 * SECOND, run: notifyBatchOfAddressChanges },
  { name: 'deposits-expire', everyMs: HOUR, run: expireDeposits },
];
