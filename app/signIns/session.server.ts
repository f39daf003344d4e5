import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { administrator, rowVersion, session, twoFactor, user } from '#drizzle/schema';
import { after, MINUTE, systemNow } from '~/platform/clock';
import { type Handle, isUnavailable, NO_LOCKS, prepared, type Reader, read, write } from '~/platform/db/index.server';
import { assertNewestVersion, isNewestVersionOf, matchesVersion, verified } from '~/platform/db/verified.server';
import { hashSecret, newSecret } from '~/platform/ids';
import { log } from '~/platform/log/index.server';
import { calculateMac, isMacValid } from '~/platform/mac';
import { describeDevice } from './device';
import { CODE_VALID_MS, SESSION_LIFETIMES_MS } from './signInLimits';

export type SessionKind = 'investor' | 'admin' | 'api' | 'key';
export type User = typeof user.$inferSelect;
export type Administrator = typeof administrator.$inferSelect;
type Session = typeof session.$inferSelect;

/** Interval between updates of `lastSeenAt`, milliseconds, so that most page reads do not write. */
const LAST_SEEN_INTERVAL_MS = MINUTE;

export type NewSession = {
  kind: SessionKind;
  subjectId: string;
  forAdmin?: boolean;
  remember?: boolean;
  confirmed?: boolean;
  userAgent?: string | null;
  address?: string | null;
  /** Terms of an API key: the start of its secret, grants as JSON, and lifetime in milliseconds. */
  key?: { prefix: string; grants: (secret: string) => string; lasts: number };
};

type Sealed = Pick<
  Session,
  'tokenHash' | 'kind' | 'subjectId' | 'forAdmin' | 'createdAt' | 'lastSeenAt' | 'idleMs' | 'expiresAt' | 'grants'
>;

const sealedParts = (row: Sealed) => [
  row.tokenHash,
  row.kind,
  row.subjectId,
  row.forAdmin ? '1' : '0',
  ...[row.createdAt, row.lastSeenAt, row.expiresAt].map((time) => String(time.getTime())),
  String(row.idleMs),
  ...(row.grants === null ? [] : [row.grants]),
];

const sessionMac = (row: Sealed): string => calculateMac('session', sealedParts(row));

function hasValidMac(row: Session): boolean {
  if (isMacValid(row.mac, 'session', sealedParts(row))) return true;
  const { kind, subjectId, createdAt } = row;
  log().error({ kind, subjectId, createdAt: createdAt.toISOString() }, 'a session has a wrong HMAC');
  return false;
}

/** Throws `AlteredRowError` unless the rows of a person and their second factor are authentic. */
async function checkSubject(tx: Handle, subjectId: string, forAdmin: boolean): Promise<void> {
  const table = forAdmin ? administrator : user;
  await verified(tx, table, { id: subjectId });
  const [factor] = await tx.select().from(twoFactor).where(eq(twoFactor.subjectId, subjectId));
  await assertNewestVersion(tx, twoFactor, subjectId, factor);
}

/** Creates a session, and stores only the secret's hash. Throws `AlteredRowError` if the person's row was altered. */
export async function startSession(tx: Handle, newSession: NewSession): Promise<{ secret: string; maxAge?: number }> {
  const {
    kind,
    subjectId,
    forAdmin = kind === 'admin',
    remember = false,
    confirmed = false,
    userAgent,
    address,
    key,
  } = newSession;
  const ofPerson = forAdmin
    ? SESSION_LIFETIMES_MS.admin
    : remember
      ? SESSION_LIFETIMES_MS.remembered
      : SESSION_LIFETIMES_MS.investor;
  const length = key ? { idle: SESSION_LIFETIMES_MS.remembered.idle, whole: key.lasts } : ofPerson;
  const secret = `${key?.prefix ?? ''}${newSecret()}`;
  const time = systemNow();
  await checkSubject(tx, subjectId, forAdmin);
  const sealed: Sealed = {
    tokenHash: hashSecret(secret),
    kind,
    subjectId,
    forAdmin,
    createdAt: time,
    lastSeenAt: time,
    idleMs: length.idle,
    expiresAt: after(time, length.whole),
    grants: key?.grants(secret) ?? null,
  };
  await tx.insert(session).values({
    ...sealed,
    ...(confirmed && confirmation(sealed.tokenHash, time)),
    userAgent: userAgent?.slice(0, 300) ?? null,
    address: address ?? null,
    mac: sessionMac(sealed),
  });
  return { secret, maxAge: remember && !forAdmin ? length.whole / 1_000 : undefined };
}

const placeholder = sql.placeholder;

const selectInvestor = prepared('session.investor', (handle) =>
  handle
    .select({ session, user, version: rowVersion })
    .from(session)
    .innerJoin(user, and(eq(user.id, session.subjectId), eq(user.status, 'open')))
    .leftJoin(rowVersion, isNewestVersionOf(user, user.id))
    .where(
      and(
        eq(session.tokenHash, placeholder('hash')),
        eq(session.kind, placeholder('kind')),
        eq(session.forAdmin, false),
      ),
    ),
);

const selectAdministrator = prepared('session.administrator', (handle) =>
  handle
    .select({ session, administrator, factorSince: twoFactor.enabledAt, version: rowVersion })
    .from(session)
    .innerJoin(administrator, and(eq(administrator.id, session.subjectId), isNull(administrator.disabledAt)))
    .leftJoin(twoFactor, eq(twoFactor.subjectId, administrator.id))
    .leftJoin(rowVersion, isNewestVersionOf(administrator, administrator.id))
    .where(
      and(
        eq(session.tokenHash, placeholder('hash')),
        eq(session.kind, placeholder('kind')),
        eq(session.forAdmin, true),
      ),
    ),
);

/**
 * Returns the investor whose session has this secret; null if it is unknown, ended or idle too long, or if the account
 * is closed or its row altered.
 */
export async function findSessionInvestor(
  secret: string | null,
  kind: 'investor' | 'api' | 'key',
): Promise<{ user: User; session: Session } | null> {
  if (!secret) return null;
  const [found] = await selectInvestor(read(), { hash: hashSecret(secret), kind });
  if (!found || !(await isAlive(found.session))) return null;
  // The row is checked at every use. If it was altered since the login the session is refused, and the next login
  // reports it.
  return matchesVersion(user, found.user, found.version) ? found : null;
}

/**
 * Returns the administrator whose session has this secret, and the time of their second factor; null if the session is
 * unknown, ended or idle too long, or the administrator disabled.
 */
export async function findSessionAdministrator(
  secret: string | null,
  kind: 'admin' | 'api' | 'key',
): Promise<{ administrator: Administrator; session: Session; factorSince: Date | null } | null> {
  if (!secret) return null;
  const [found] = await selectAdministrator(read(), { hash: hashSecret(secret), kind });
  if (!found || !(await isAlive(found.session))) return null;
  return matchesVersion(administrator, found.administrator, found.version) ? found : null;
}

const selectClosed = prepared('session.closed', (handle) =>
  handle
    .select({ session })
    .from(session)
    .innerJoin(user, and(eq(user.id, session.subjectId), eq(user.status, 'closed')))
    .where(and(eq(session.tokenHash, placeholder('hash')), eq(session.kind, 'api'), eq(session.forAdmin, false))),
);

export async function isOfClosedAccount(token: string | null): Promise<boolean> {
  if (!token) return false;
  const [found] = await selectClosed(read(), { hash: hashSecret(token) });
  return found !== undefined && hasValidMac(found.session);
}

/**
 * Ends all sessions of an account that is closed. Its tokens stay known for a while, so that calls can answer with the
 * reason.
 */
export async function endSessionsOfClosed(tx: Handle, subjectId: string): Promise<void> {
  const own = eq(session.subjectId, subjectId);
  await tx.delete(session).where(and(own, ne(session.kind, 'api')));
  for (const row of await tx.select().from(session).where(own)) {
    const expiresAt = systemNow();
    const mac = sessionMac({ ...row, expiresAt });
    await tx.update(session).set({ expiresAt, mac }).where(eq(session.tokenHash, row.tokenHash));
  }
}

export async function findInvestorByTokenHash(tokenHash: string): Promise<User | null> {
  const [found] = await selectInvestor(read(), { hash: tokenHash, kind: 'investor' });
  if (!found || !hasValidMac(found.session) || hasEnded(found.session, systemNow())) return null;
  return matchesVersion(user, found.user, found.version) ? found.user : null;
}

export const isRemembered = ({ idleMs }: Pick<Session, 'idleMs'>): boolean =>
  idleMs === SESSION_LIFETIMES_MS.remembered.idle;

/** Returns whether a session has ended. A key only ends when it expires, however long it is unused. */
const hasEnded = ({ kind, lastSeenAt, idleMs, expiresAt }: Session, time: Date): boolean =>
  time >= expiresAt || (kind !== 'key' && time >= after(lastSeenAt, idleMs));

/** Returns which of these sessions have not ended, without extending them. */
export async function filterActiveSessions(hashes: string[], time: Date): Promise<Set<string>> {
  const isInUse = or(eq(session.kind, 'key'), gt(sql`${session.lastSeenAt} + ${session.idleMs}`, time.getTime()));
  const found = await read()
    .select({ hash: session.tokenHash })
    .from(session)
    .where(and(inArray(session.tokenHash, hashes), gt(session.expiresAt, time), isInUse));
  return new Set(found.map(({ hash }) => hash));
}

async function isAlive(known: Session): Promise<boolean> {
  if (!hasValidMac(known)) return false;
  const { tokenHash, lastSeenAt } = known;
  const time = systemNow();
  if (hasEnded(known, time)) {
    // The session is deleted, so that it stays ended if the machine's clock is set back.
    await writeIfPossible(async (tx) => {
      await tx.delete(session).where(and(eq(session.tokenHash, tokenHash), eq(session.lastSeenAt, lastSeenAt)));
    });
    return false;
  }
  if (time > after(lastSeenAt, LAST_SEEN_INTERVAL_MS)) {
    await writeIfPossible(async (tx) => {
      const mac = sessionMac({ ...known, lastSeenAt: time });
      await tx.update(session).set({ lastSeenAt: time, mac }).where(eq(session.tokenHash, tokenHash));
    });
  }
  return true;
}

/** Longest time for which a reading request waits for the update of its session, milliseconds. */
const MAX_UPDATE_WAIT_MS = 250;

/** Writes if possible, because a full or busy disk must not prevent reading. */
async function writeIfPossible(work: (tx: Handle) => Promise<void>): Promise<void> {
  const written = write(work, NO_LOCKS).catch((error) => {
    if (!isUnavailable(error)) throw error;
  });
  await Promise.race([written, sleep(MAX_UPDATE_WAIT_MS, undefined, { ref: false })]);
}

const CONFIRMATION_MAC_PURPOSE = 'confirmed session';

/** Returns the columns that record when a second factor was confirmed, with their MAC. */
export const confirmation = (tokenHash: string, confirmedAt: Date) => ({
  confirmedAt,
  confirmedMac: calculateMac(CONFIRMATION_MAC_PURPOSE, [tokenHash, String(confirmedAt.getTime())]),
});

export async function isConfirmed(handle: Reader, tokenHash: string): Promise<boolean> {
  const time = systemNow();
  const [found] = await handle.select().from(session).where(eq(session.tokenHash, tokenHash));
  if (!found?.confirmedAt || !found.confirmedMac) return false;
  const { subjectId, confirmedAt, confirmedMac } = found;
  if (confirmedAt > time || confirmedAt <= after(time, -CODE_VALID_MS)) return false;
  if (isMacValid(confirmedMac, CONFIRMATION_MAC_PURPOSE, [tokenHash, String(confirmedAt.getTime())])) return true;
  log().error({ subjectId }, 'the confirmation of a session was altered');
  return false;
}

export async function confirmSession(tx: Handle, tokenHash: string): Promise<void> {
  const set = confirmation(tokenHash, systemNow());
  await tx.update(session).set(set).where(eq(session.tokenHash, tokenHash));
}

export type SignIn = Awaited<ReturnType<typeof signInsOf>>[number];

/** Returns a person's sessions that have not ended, last used first: logins, or API keys. */
export async function findLiveSessions(
  handle: Reader,
  subjectId: string,
  which: 'sign-ins' | 'keys',
): Promise<Session[]> {
  const all = await handle
    .select()
    .from(session)
    .where(and(eq(session.subjectId, subjectId), (which === 'keys' ? eq : ne)(session.kind, 'key')))
    .orderBy(desc(session.lastSeenAt), desc(session.createdAt));
  const time = systemNow();
  return all.filter((each) => hasValidMac(each) && !hasEnded(each, time));
}

export const signInsOf = async (subjectId: string) =>
  (await findLiveSessions(read(), subjectId, 'sign-ins')).map(
    ({ tokenHash, kind, userAgent, address, createdAt, lastSeenAt, expiresAt }) => ({
      id: tokenHash,
      device: describeDevice(userAgent),
      isApi: kind === 'api',
      address,
      createdAt,
      lastSeenAt,
      expiresAt,
    }),
  );

export async function endSessionOf(tx: Handle, subjectId: string, tokenHash: string): Promise<boolean> {
  const own = and(eq(session.subjectId, subjectId), eq(session.tokenHash, tokenHash));
  return (await tx.delete(session).where(own).returning({ hash: session.tokenHash })).length === 1;
}

export async function endSession(secret: string): Promise<void> {
  await write(async (tx) => {
    await tx.delete(session).where(eq(session.tokenHash, hashSecret(secret)));
  }, NO_LOCKS);
}

export async function endAllSessions(tx: Handle, subjectId: string, exceptHash = ''): Promise<void> {
  await tx.delete(session).where(and(eq(session.subjectId, subjectId), ne(session.tokenHash, exceptHash)));
}

export async function deleteEndedSessions(): Promise<boolean> {
  const time = systemNow();
  await write(async (tx) => {
    const idle = lt(sql`${session.lastSeenAt} + ${session.idleMs}`, time.getTime());
    // A token of a closed account is deleted at the time when it would have expired unused.
    const ended = and(lt(session.expiresAt, time), ne(session.kind, 'api'));
    const longAgo = lt(session.expiresAt, after(time, -SESSION_LIFETIMES_MS.remembered.whole));
    await tx.delete(session).where(or(ended, longAgo, and(ne(session.kind, 'key'), gt(session.idleMs, 0), idle)));
  }, NO_LOCKS);
  return false;
}
