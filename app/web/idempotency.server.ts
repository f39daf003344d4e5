import { createHash } from 'node:crypto';
import { and, eq, gte, ne } from 'drizzle-orm';
import { administrator, idempotency, user } from '#drizzle/schema';
import { after, MINUTE, systemNow } from '~/platform/clock';
import { attempt, findAll, type Handle, read, type WriteLocks, write } from '~/platform/db/index.server';
import { prefetchVerified } from '~/platform/db/verified.server';
import { env } from '~/platform/env';
import { isSameSecret, newId, newSecret, sign } from '~/platform/ids';
import type { Refusal, Result } from '~/platform/result';

/** Time within which the same request with another key requires a confirmation, milliseconds. */
export const REPEAT_WINDOW_MS = 2 * MINUTE;

/** Returns a key for one use of a form: 16 random bytes and an HMAC over person and operation, which only the product can create. */
export const issueKey = (scope: string, operation: string): string => deriveKey(newSecret(16), scope, operation);

const deriveKey = (random: string, scope: string, operation: string): string =>
  `${random}.${sign(env().SESSION_SECRET, 'money-key', scope, operation, random)}`;

export function isIssuedKey(key: string, scope: string, operation: string): boolean {
  // Compares the whole key, since a key with a suffix was never issued.
  const random = key.slice(0, key.indexOf('.'));
  return isSameSecret(key, deriveKey(random, scope, operation));
}

export async function isSpent(scope: string, key: string): Promise<boolean> {
  return (await findOutcome(scope, key)) !== undefined;
}

/** Returns whether this key has had its effect. The key of a refused form has not. */
export async function isDone(scope: string, key: string): Promise<boolean> {
  return (await findOutcome(scope, key))?.succeeded === true;
}

export async function findStoredAnswer<T>(scope: string, key: string): Promise<T | null> {
  const known = await findOutcome(scope, key);
  return known?.succeeded ? ((known.outcome as Outcome<T>).value ?? null) : null;
}

async function findOutcome(scope: string, key: string) {
  const [known] = await findAll(read(), idempotency, { scope, key });
  return known;
}

export function fingerprintFields(fields: Record<string, string>): string {
  const canonical = JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(canonical).digest('base64url');
}

export type OnceRequest = {
  scope: string;
  operation: string;
  /** Key of the request, or null. Without a key the effect is stored anyway, so that repetitions are detected. */
  key: string | null;
  fields: Record<string, string>;
  again?: boolean;
  /** True if a refusal does not consume the key. */
  refusalsReleaseKey?: true;
  /** Locks for concurrent execution; see `write`. */
  locks?: WriteLocks;
  /** Starts reads that the act needs, in the same round trip as its locks. */
  reads?: (tx: Handle) => void;
};

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

export type Storable = { readonly [name: string]: Json } & { journalId?: string };

type Answered = { journalId?: string; answer: object };

type Outcome<T> = { refusal?: Refusal; value?: T };

export type OnceResult<T> =
  | { kind: 'done'; value: T; replayed: boolean }
  | { kind: 'refused'; refusal: Refusal; replayed: boolean }
  /** Unknown or outdated key, from an old page or a forged post. */
  | { kind: 'bad-key' }
  /** The key was used for another request. */
  | { kind: 'key-reused' }
  /** The same was requested a moment ago with another key (such as in a second tab); nothing was done. */
  | { kind: 'again?' };

export type OnRefused = (tx: Handle, refusal: Refusal) => Promise<void>;

/** Runs `work` once for a key. Later posts get its outcome. A refusal or an exception does not consume the key. */
export async function runExactlyOnce<T extends Storable>(
  request: OnceRequest & { key: string },
  work: (tx: Handle) => Promise<Result<T>>,
  onRefused?: OnRefused,
): Promise<OnceResult<T>> {
  const { scope, operation, key } = request;
  if (!isIssuedKey(key, scope, operation)) return { kind: 'bad-key' };
  return await runWithKey(request, { refusalsStand: false }, work, onRefused);
}

/** Runs `runExactlyOnce` for a program's `Idempotency-Key`. Refusals are stored and repeated too, unless `refusalsReleaseKey`. */
export const runOnceForProgram = <T extends Storable | Answered>(
  request: OnceRequest,
  work: (tx: Handle) => Promise<Result<T>>,
  onRefused?: OnRefused,
): Promise<OnceResult<T>> => runWithKey(request, { refusalsStand: !request.refusalsReleaseKey }, work, onRefused);

async function runWithKey<T extends Storable | Answered>(
  { scope, operation, key: submittedKey, fields, again, locks, reads }: OnceRequest,
  { refusalsStand }: { refusalsStand: boolean },
  work: (tx: Handle) => Promise<Result<T>>,
  onRefused?: OnRefused,
): Promise<OnceResult<T>> {
  const fingerprint = fingerprintFields(fields);
  const key = submittedKey ?? newSecret();
  const same = and(
    eq(idempotency.scope, scope),
    eq(idempotency.operation, operation),
    eq(idempotency.fingerprint, fingerprint),
    eq(idempotency.succeeded, true),
    gte(idempotency.at, after(systemNow(), -REPEAT_WINDOW_MS)),
    ne(idempotency.key, key),
  );
  return await write(async (tx): Promise<OnceResult<T>> => {
    // These reads are sent together with the locks, because nearly every act verifies the person and whose money it
    // concerns.
    if (locks && locks.users.length > 0) prefetchVerified(tx, user, { id: [...locks.users] });
    if (locks && !locks.users.includes(scope)) prefetchVerified(tx, administrator, { id: scope });
    reads?.(tx);
    const [[known], [recent]] = await Promise.all([
      findAll(tx, idempotency, { scope, key }),
      again ? [] : tx.select({ id: idempotency.id }).from(idempotency).where(same).limit(1),
    ]);
    const asBefore = known?.operation === operation && known.fingerprint === fingerprint;
    const before = known?.outcome as Outcome<T> | undefined;
    if (known && before && (known.succeeded || refusalsStand)) {
      return asBefore ? toOnceResult(before, true) : { kind: 'key-reused' };
    }
    if (recent) return { kind: 'again?' };
    const result = await attempt(tx, () => work(tx));
    // A preview is no outcome, since sending the same form back performs it.
    if (!result.ok && result.error.preview) return toOnceResult({ refusal: result.error }, false);
    if (!result.ok && asBefore && isSameRefusal(before?.refusal, result.error))
      return toOnceResult({ refusal: result.error }, true);
    if (!result.ok) await onRefused?.(tx, result.error);
    const outcome: Outcome<T> = result.ok ? { value: result.value } : { refusal: result.error };
    if (!result.ok && submittedKey === null) return toOnceResult(outcome, false);
    const stored = {
      operation,
      fingerprint,
      outcome,
      succeeded: result.ok,
      rootJournalId: result.ok ? (result.value.journalId ?? null) : null,
      at: systemNow(),
    };
    if (known) await tx.update(idempotency).set(stored).where(eq(idempotency.id, known.id));
    else await tx.insert(idempotency).values({ id: newId(), scope, key, ...stored });
    return toOnceResult(outcome, false);
  }, locks);
}

const isSameRefusal = (a: Refusal | undefined, b: Refusal) => a?.code === b.code && a.message === b.message;

function toOnceResult<T>({ refusal, value }: Outcome<T>, replayed: boolean): OnceResult<T> {
  if (refusal) return { kind: 'refused', refusal, replayed };
  return { kind: 'done', value: value as T, replayed };
}
