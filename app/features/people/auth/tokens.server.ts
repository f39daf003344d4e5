import { and, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import { token, user as userTable } from '#drizzle/schema';
import { after, MINUTE, systemNow } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { hashSecret, newSecret } from '~/platform/ids';
import type { User } from '~/signIns/session.server';
import { LINK_LIFETIME_MS } from '~/signIns/signInLimits';

type Purpose = (typeof token.$inferSelect)['purpose'];

/** Tolerated lead of another process's clock, milliseconds. A link further in the future was created before this clock was set back. */
const MAX_CLOCK_LEAD_MS = MINUTE;

/** Returns a new secret to mail; only its hash is stored. */
export async function createToken(tx: Handle, purpose: Purpose, userId: string): Promise<string> {
  const secret = newSecret();
  const time = systemNow();
  const expiresAt = after(time, LINK_LIFETIME_MS[purpose]);
  await tx.insert(token).values({ hash: hashSecret(secret), purpose, userId, createdAt: time, expiresAt });
  return secret;
}

const isAccountOpen = eq(userTable.status, 'open');

const isLive = (purpose: Purpose, userId?: string) =>
  and(
    eq(token.purpose, purpose),
    userId === undefined ? undefined : eq(token.userId, userId),
    isNull(token.spentAt),
    gt(token.expiresAt, systemNow()),
    lte(token.createdAt, after(systemNow(), MAX_CLOCK_LEAD_MS)),
  );

export async function isLiveToken(
  handle: Reader,
  { purpose, userId, secret }: { purpose: Purpose; userId: string; secret: string },
): Promise<boolean> {
  const [found] = await handle
    .select({ hash: token.hash })
    .from(token)
    .where(and(eq(token.hash, hashSecret(secret)), isLive(purpose, userId)));
  return found !== undefined;
}

export async function findTokenOwner(handle: Reader, purpose: Purpose, secret: string): Promise<User | null> {
  const [found] = await handle
    .select({ user: userTable })
    .from(token)
    .innerJoin(userTable, eq(userTable.id, token.userId))
    .where(and(eq(token.hash, hashSecret(secret)), isLive(purpose), purpose === 'freeze' ? undefined : isAccountOpen));
  return found?.user ?? null;
}

export async function findTokenSubject(handle: Reader, purpose: Purpose, secret: string): Promise<string | null> {
  const [found] = await handle
    .select({ id: token.userId })
    .from(token)
    .where(and(eq(token.hash, hashSecret(secret)), isLive(purpose)));
  return found?.id ?? null;
}

export const listLiveTokens = async (handle: Reader, purpose: Purpose, userId: string) =>
  await handle.select().from(token).where(isLive(purpose, userId)).orderBy(desc(token.createdAt));

/** Returns whether a recent link for this purpose is still valid, so that no other one is mailed. */
export async function hasFreshLink(handle: Reader, purpose: Purpose, userId: string): Promise<boolean> {
  const [latest] = await listLiveTokens(handle, purpose, userId);
  return latest !== undefined && latest.createdAt > after(systemNow(), -env().LIMITS.minutesBetweenMails * MINUTE);
}

/** Spends a secret, once. A late attempt spends it too, so that it stays invalid if the clock is set back. */
export async function spendToken(
  tx: Handle,
  { purpose, userId, secret }: { purpose: Purpose; userId: string; secret: string },
): Promise<boolean> {
  const time = systemNow();
  const own = and(eq(token.hash, hashSecret(secret)), eq(token.purpose, purpose), eq(token.userId, userId));
  const [spent] = await tx
    .update(token)
    .set({ spentAt: time })
    .where(and(own, isNull(token.spentAt)))
    .returning({ createdAt: token.createdAt, expiresAt: token.expiresAt });
  return spent !== undefined && spent.createdAt <= after(time, MAX_CLOCK_LEAD_MS) && spent.expiresAt > time;
}

export async function spendExpiredToken(tx: Handle, secret: string): Promise<void> {
  const late = and(eq(token.hash, hashSecret(secret)), isNull(token.spentAt), lte(token.expiresAt, systemNow()));
  await tx.update(token).set({ spentAt: systemNow() }).where(late);
}

export async function spendAllTokens(tx: Handle, purpose: Purpose, userId: string): Promise<void> {
  const own = and(eq(token.purpose, purpose), eq(token.userId, userId), isNull(token.spentAt));
  await tx.update(token).set({ spentAt: systemNow() }).where(own);
}
