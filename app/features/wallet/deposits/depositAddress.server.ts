import { and, asc, desc, eq, gt, inArray, like, lt, lte, notExists, or, sql } from 'drizzle-orm';
import { deposit, depositMethod, event as eventTable, mail, user as userTable } from '#drizzle/schema';
import { after, DAY, HOUR, now, SECOND } from '~/platform/clock';
import { type Handle, isUnavailable, read, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { type Actor, byInvestor, SYSTEM } from '~/platform/states';
import { expireDeposits } from './expireDeposits.server';
import { tellAddressChanged } from './internal/depositMail.server';

/*
 * Who was shown which deposit address, and that they are told when it changes: money that is sent to an old address may be
 * lost, and a change that an attacker made should be seen by those who would pay. All of it stands in the audit log.
 */

const THING = 'deposit address';

type Method = { code: string; address: string };

/** How the log names an address: by its method too. */
const named = ({ code, address }: Method): string => `${code}:${address}`;

/** Keeps that a user has seen a method's address, once for each address. A database that takes no writes stops no reading. */
export async function noteShown(userId: string, method: Method): Promise<void> {
  const shown = { thing: THING, thingId: named(method), event: 'show', userId };
  const [seen] = await read()
    .select({ id: eventTable.id })
    .from(eventTable)
    .where(and(eq(eventTable.userId, userId), wasShown(shown.thingId)))
    .limit(1);
  if (seen) return;
  await write((tx) => record(tx, { ...shown, by: byInvestor(userId) })).catch((error) => {
    if (!isUnavailable(error)) throw error;
  });
}

/** Keeps that a method's address was changed, for `tellSomeOfChanges`; nothing where it stays as it was, or there was none. */
export async function noteChanged(tx: Handle, by: Actor, before: Method, after: Method): Promise<void> {
  if (before.address === '' || before.address === after.address) return;
  const details = { method: before.code, new: after.address };
  await record(tx, { thing: THING, thingId: named(before), event: 'change', by, details });
}

const wasShown = (address: string) =>
  and(eq(eventTable.thing, THING), eq(eventTable.thingId, address), eq(eventTable.event, 'show'));

/** How long a change is looked at; by then all are told. */
const LOOKED_AT = 30 * DAY;
/** Users that one transaction tells. */
const AT_A_TIME = 100;

type Change = { id: string; thingId: string; code: string; old: string; at: Date };

/** The oldest change of an address that some users who were shown it have not been told of. */
async function firstUntold(tx: Handle): Promise<Change | null> {
  const recent = and(eq(eventTable.thing, THING), gt(eventTable.at, after(now(), -LOOKED_AT)));
  const found = await tx
    .select()
    .from(eventTable)
    .where(and(recent, inArray(eventTable.event, ['change', 'told'])))
    .orderBy(asc(eventTable.id));
  const told = new Set(found.map(({ event, details }) => (event === 'told' ? details?.change : undefined)));
  const next = found.find(({ event, id }) => event === 'change' && !told.has(id));
  if (!next) return null;
  const code = next.details?.method ?? '';
  return { id: next.id, thingId: next.thingId, code, old: next.thingId.slice(code.length + 1), at: next.at };
}

/** The key of the mail that tells a user of a change. */
const keyOf = (change: Change, userId: string) => `deposit-address:${change.id}:${userId}` as const;

/** Some of the users who were shown the old address, or announced a deposit while it stood, and were not told yet. */
async function someUntold(tx: Handle, change: Change): Promise<(typeof userTable.$inferSelect)[]> {
  const { id, thingId, code, at } = change;
  const [before] = await tx
    .select({ at: eventTable.at })
    .from(eventTable)
    .where(
      and(
        eq(eventTable.thing, THING),
        eq(eventTable.event, 'change'),
        like(eventTable.thingId, `${code}:%`),
        lt(eventTable.id, id),
      ),
    )
    .orderBy(desc(eventTable.id))
    .limit(1);
  const shown = tx.select({ id: eventTable.userId }).from(eventTable).where(wasShown(thingId));
  const used = tx
    .select({ id: deposit.userId })
    .from(deposit)
    .where(and(eq(deposit.method, code), gt(deposit.createdAt, before?.at ?? new Date(0)), lte(deposit.createdAt, at)));
  const mailed = tx
    .select({ id: mail.id })
    .from(mail)
    .where(eq(mail.effectKey, sql`${keyOf(change, '')} || ${userTable.id}`));
  return await tx
    .select()
    .from(userTable)
    .where(and(or(inArray(userTable.id, shown), inArray(userTable.id, used)), notExists(mailed)))
    .orderBy(asc(userTable.id))
    .limit(AT_A_TIME);
}

/**
 * A job: users who know an address that is no deposit address any more are told so, some at a time. Which are left is read
 * from the mails that are there, so one that was killed goes on where it was.
 * @returns whether more may be left
 */
export async function tellSomeOfChanges(): Promise<boolean> {
  return await write(async (tx) => {
    const change = await firstUntold(tx);
    if (!change) return false;
    const people = await someUntold(tx, change);
    if (people.length === 0) {
      const { id, thingId } = change;
      await record(tx, { thing: THING, thingId, event: 'told', by: SYSTEM, details: { change: id } });
      return true;
    }
    const [method] = await tx.select().from(depositMethod).where(eq(depositMethod.code, change.code));
    const name = method?.name ?? change.code;
    const end = endOf(change.old);
    for (const person of people) {
      await tellAddressChanged(tx, person, { effectKey: keyOf(change, person.id), name, end });
    }
    return true;
  });
}

/** The end of an address: enough to tell it from others, too little to pay to. */
const endOf = (address: string): string => address.slice(-6);

export const walletJobs: Job[] = [
  { name: 'deposit-addresses', everyMs: 5 * SECOND, run: tellSomeOfChanges },
  { name: 'deposits-expire', everyMs: HOUR, run: expireDeposits },
];
