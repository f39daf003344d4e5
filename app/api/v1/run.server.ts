import { describeUnavailability, read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { log } from '~/platform/log/index.server';
import { createSharedLimiter } from '~/platform/process/sharedLimits.server';
import { done, type Result, refuse } from '~/platform/result';
import { singleton } from '~/platform/singleton';
import type { OpenStream } from '~/platform/streams.server';
import { findKeyHolder, findStaffKeyHolder } from '~/signIns/apiKeys.server';
import { isRight, type KeyGrants } from '~/signIns/keyGrants';
import { describeForbidden, hasRight } from '~/signIns/rights';
import type { Administrator, User } from '~/signIns/session.server';
import { refuseWhileReadOnly } from '~/signIns/staff.server';
import { type CallRefusal, IDEMPOTENCY_KEY_PATTERN, ISSUE_MESSAGES } from '~/web/guard/api.server';
import { isDone, runOnceForProgram } from '~/web/idempotency.server';
import { rateLimitHeaders } from '~/web/server/limits/floodGate.server';
import type { KeyHolder, ListAnswer, OnceForKey, V1Call, V1Request } from './call.server';
import { decodeCursor, encodeCursor } from './cursor';
import type { Problem } from './problem';

/* Runs a call of `/api/v1` once its request was read; also used by the MCP tools. */

export type V1Refusal = CallRefusal & { errors?: Problem['errors'] };
export type CallFields = Record<string, unknown>;

/** Returns the answer to an error; logs unexpected errors. */
export function refusalOfError(error: unknown, requestId?: string): { ok: false; error: V1Refusal } {
  const fault = describeUnavailability(error);
  if (fault?.retryAfter === undefined)
    log().error({ requestId, err: error }, fault ? 'a row was altered' : 'request failed');
  if (fault) return { ok: false, error: { code: 'busy', message: fault.message, retryAfter: fault.retryAfter } };
  return refuse('fault', 'Something went wrong here. Nothing was done.');
}

/** Owner of a key: an investor or an administrator. */
export type AuthorizedHolder = {
  holderId: string;
  key: KeyGrants;
  keyHash: string;
  user?: User;
  administrator?: Administrator;
};

/** Returns the name of a key for the audit log. */
export const keyNameForLog = ({ key }: Pick<AuthorizedHolder, 'key'>): string => `${key.name} (${key.hint})`;

const getKeyLimiter = () =>
  singleton('v1-key-limit', () => ({
    points: env().LIMITS.requestsPerMinute,
    take: createSharedLimiter('requests of an API key', env().LIMITS.requestsPerMinute),
  }));

async function findHolder(kind: 'investor' | 'administrator' | 'either', authorization: string | null, from: string) {
  if (kind === 'administrator') return await findStaffKeyHolder(authorization, from);
  const investor = await findKeyHolder(authorization, from);
  const isUnknown = kind === 'either' && !investor.ok && investor.error.code === 'not-signed-in';
  return isUnknown ? await findStaffKeyHolder(authorization, from) : investor;
}

/** Returns the owner of a request's key, if the key's limit per minute allows the request. */
export async function authorizeKey(
  kind: 'investor' | 'administrator' | 'either',
  request: Request,
  address: string,
  headers: Headers,
): Promise<Result<AuthorizedHolder, V1Refusal>> {
  const holder = await findHolder(kind, request.headers.get('Authorization'), address);
  if (!holder.ok) return holder;
  const { key, hash: keyHash } = holder.value;
  const { points, take } = getKeyLimiter();
  const state = await take(keyHash).catch(({ msBeforeNext }: { msBeforeNext: number }) => ({
    msBeforeNext,
    remainingPoints: -1,
  }));
  for (const [name, value] of Object.entries(
    rateLimitHeaders('key', points, state.remainingPoints, state.msBeforeNext),
  ))
    headers.append(name, value);
  if (state.remainingPoints < 0) {
    const retryAfter = Math.ceil(state.msBeforeNext / 1_000);
    return { ok: false, error: { code: 'throttled', message: `Please wait ${retryAfter} seconds.`, retryAfter } };
  }
  if ('administrator' in holder.value) {
    const { administrator } = holder.value;
    return done({ administrator, key, keyHash, holderId: administrator.id });
  }
  const { user } = holder.value;
  return done({ user, key, keyHash, holderId: user.id });
}

/** Refuses a call that the key, or the current role of its owner, does not allow. */
export async function refuseCall(
  { scope }: V1Call,
  holder: AuthorizedHolder,
): Promise<Result<never, V1Refusal> | null> {
  const { administrator, key } = holder;
  if (scope === null) return null;
  if (isRight(scope) !== (administrator !== undefined))
    return refuse('forbidden', 'This operation is not available to your key.');
  if (scope !== 'everyone' && !key.scopes.includes(scope))
    return refuse('missing-scope', `This key lacks the scope "${scope}".`);
  if (!administrator || !isRight(scope)) return null;
  // A change of the role takes effect at once.
  if (!hasRight(administrator, scope)) return refuse('forbidden', describeForbidden(administrator, scope));
  return await refuseWhileReadOnly(read(), administrator.id, scope);
}

/** Parses the input of a call. The problem names all invalid or unknown fields. */
export async function parseInput({ input }: V1Call, fields: CallFields): Promise<Result<CallFields, V1Refusal>> {
  const parsed = await input.safeParseAsync(fields, ISSUE_MESSAGES);
  if (parsed.success) return done(parsed.data);
  const errors = parsed.error.issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message }];
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: `There is no field "${key}" here.` }));
  });
  const [first = { field: '', message: '' }] = errors;
  return { ok: false, error: { code: 'bad-input', message: first.message, field: first.field, errors } };
}

/** Request of a call after its key, if any, and its input were validated. */
export type ValidRequest = V1Request<CallFields> & Partial<AuthorizedHolder>;

/** Owner of a key by which an assistant sends a message. */
export type KeyCaller = AuthorizedHolder & Pick<ValidRequest, 'request' | 'address' | 'headers'>;

const refuseStream = () => new Response(null, { status: 404 });

/** Runs a call. Lists are divided into pages; writes happen once per `Idempotency-Key`. */
export async function runCall(
  call: V1Call,
  here: ValidRequest,
  {
    url,
    stream = refuseStream,
    idempotencyKey,
    once = createOnceForKey(call, here, idempotencyKey),
  }: {
    url?: URL;
    stream?: (open: () => OpenStream) => Response;
    idempotencyKey: string | null;
    once?: OnceForKey;
  },
): Promise<Result<unknown, V1Refusal>> {
  const { input, headers, holderId = '' } = here;
  const { limit, cursor, ...filter } = input as { limit: number; cursor?: string };
  const listed = { userId: holderId, operation: call.operation, filter };
  const after = call.isList && cursor !== undefined ? decodeCursor(cursor, listed) : null;
  if (call.isList && cursor !== undefined && after === null) {
    return refuse('bad-cursor', 'Send the nextCursor of this list unchanged, with the same filter.', 'cursor');
  }
  const tools = { part: { after, limit }, once, stream };
  const answer = await call.handle(here as unknown as V1Request<never> & KeyHolder, tools);
  if (!answer.ok || !call.isList) return answer;
  const { rows, next } = answer.value as ListAnswer<unknown>;
  const nextCursor = next === null ? null : encodeCursor(next, listed);
  if (nextCursor !== null && url) {
    const query = new URLSearchParams(url.searchParams);
    query.set('cursor', nextCursor);
    headers.set('Link', `<${url.pathname}?${query}>; rel="next"`);
  }
  return done({ data: rows, nextCursor });
}

const stringifyBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function createOnceForKey(
  { operation, once }: V1Call,
  { holderId = '', input: { otp: _, ...input }, headers }: ValidRequest,
  sent: string | null,
): OnceForKey {
  return async (work, { locks, onRefused, confirm }) => {
    if (sent === null && once === 'money') {
      return refuse('key-required', 'Send an Idempotency-Key, so that a repeated request cannot move money twice.');
    }
    if (sent !== null && !IDEMPOTENCY_KEY_PATTERN.test(sent)) {
      return refuse('bad-key', 'An Idempotency-Key has 1 to 255 printable ASCII characters.');
    }
    const wasDone = sent !== null && confirm !== undefined && (await isDone(holderId, `v1:${sent}`));
    const confirmed = wasDone ? null : await confirm?.();
    if (confirmed && !confirmed.ok) return confirmed;
    const outcome = await runOnceForProgram(
      {
        scope: holderId,
        operation: `v1:${operation}`,
        key: sent && `v1:${sent}`,
        fields: { body: JSON.stringify(input, stringifyBigint) },
        again: true,
        refusalsReleaseKey: true,
        locks,
      },
      work,
      onRefused,
    );
    switch (outcome.kind) {
      case 'done':
        if (outcome.replayed) headers.set('Idempotency-Replayed', 'true');
        return done(outcome.value.answer);
      case 'refused':
        return { ok: false, error: outcome.refusal };
      default:
        return refuse('key-reused', 'This Idempotency-Key was used for another request. Nothing was done.');
    }
  };
}
