import { createHash } from 'node:crypto';
import { z } from 'zod';
import { read, unavailableAnswer } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { publicOrigin } from '~/platform/installation/site';
import { log } from '~/platform/log/index.server';
import { runByMeans, runForRequest } from '~/platform/process/callContext.server';
import { sharedLimiter } from '~/platform/process/sharedLimits.server';
import { done, type Result, refuse } from '~/platform/result';
import { singleton } from '~/platform/singleton';
import type { OpenStream } from '~/platform/streams.server';
import { keyHolder, staffKeyHolder } from '~/signIns/apiKeys.server';
import { isRight, type KeyGrants } from '~/signIns/keyScopes';
import { forbiddenWords, may } from '~/signIns/rights';
import type { Administrator, User } from '~/signIns/session.server';
import { refuseWhileHeld } from '~/signIns/staff.server';
import { eventStream } from '~/web/eventStream.server';
import { BY_NAME, CALL_KEY, type CallRefusal, sentFields, wholeAnswer } from '~/web/guard/api.server';
import { isDone, runOnce } from '~/web/idempotency.server';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/web/responses.server';
import { rateHeaders } from '~/web/server/limits/floodGate.server';
import { type KeyHolder, type ListAnswer, type OnceForKey, open, type V1Call, type V1Request } from './call.server';
import { readCursor, writeCursor } from './cursor';
import { v1Document } from './document.server';
import { type Problem, problemOf } from './problem';
import { V1_CALLS } from './table.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Refused = CallRefusal & { errors?: Problem['errors'] };
type Holder = { holderId: string; key: KeyGrants; keyHash: string; user?: User; administrator?: Administrator };

const BASE = '/api/v1/';

const DOCUMENT = open({
  operation: 'getDocument',
  method: 'GET',
  path: 'openapi.json',
  tag: 'Document',
  about: 'This document.',
  output: z.looseObject({}),
  answer: async () => done(v1Document(publicOrigin())),
});

/** The calls with patterns of their paths; paths without fields come first. */
const known = [DOCUMENT, ...V1_CALLS]
  .map((call) => ({
    call,
    pattern: new RegExp(`^${call.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`, 'i'),
  }))
  .sort((a, b) => Number(a.call.path.includes('{')) - Number(b.call.path.includes('{')));

type Found = { call: V1Call; params: Record<string, string> } | { allow: string[] };

function find(path: string, method: string): Found {
  const fits = known.filter(({ pattern }) => pattern.test(path));
  const one = fits.find(({ call }) => call.method === method);
  if (!one) return { allow: [...new Set(fits.map(({ call }) => call.method))] };
  const given = Object.entries(one.pattern.exec(path)?.groups ?? {});
  return { call: one.call, params: Object.fromEntries(given.map(([name, text]) => [name, decoded(text)])) };
}

/** Returns a part of a path as it was meant; as it was sent where that can't be told. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Serves `/api/v1`: finds the call, its key and input, and writes the answer or a problem. Cookies are never read. */
export const serveV1 = Object.assign(
  async ({ request, context }: Args): Promise<Response> => {
    const headers = new Headers({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Origin' });
    const answer = await answerTo(request, context, headers).catch((error): Result<never, Refused> => {
      const fault = unavailableAnswer(error);
      if (fault?.retryAfter === undefined) {
        log().error({ requestId: context.requestId, err: error }, fault ? 'a row was altered' : 'request failed');
      }
      if (fault) return { ok: false, error: { code: 'busy', message: fault.words, retryAfter: fault.retryAfter } };
      return refuse('fault', 'Something went wrong here. Nothing was done.');
    });
    if (!answer.ok) {
      const { retryAfter, ...refusal } = answer.error as Refused;
      const problem = problemOf(publicOrigin(), refusal);
      if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
      if (problem.status === 401) headers.set('WWW-Authenticate', 'Bearer');
      headers.set('Content-Type', 'application/problem+json');
      headers.set('Cache-Control', 'no-store');
      return wholeAnswer(context.giveWhole, bytesOf(problem), problem.status, headers);
    }
    if (answer.value instanceof Response) {
      for (const [name, value] of answer.value.headers) headers.set(name, value);
      return new Response(answer.value.body, { status: answer.value.status, headers });
    }
    const body = bytesOf(answer.value);
    headers.set('Content-Type', 'application/json');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return wholeAnswer(context.giveWhole, body, 200, headers);
    const tag = `W/"${createHash('sha256').update(body).digest('base64url')}"`;
    headers.set('ETag', tag);
    const isKnown = (request.headers.get('If-None-Match') ?? '').split(/\s*,\s*/).includes(tag);
    return isKnown ? new Response(null, { status: 304, headers }) : wholeAnswer(context.giveWhole, body, 200, headers);
  },
  { guard: 'apiRoute' },
);

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

async function answerTo(
  request: Request,
  context: Args['context'],
  headers: Headers,
): Promise<Result<unknown, Refused>> {
  const url = new URL(request.url);
  const found = find(url.pathname.slice(BASE.length), request.method === 'HEAD' ? 'GET' : request.method);
  if ('allow' in found) {
    if (found.allow.length === 0) return refuse('not-found', 'There is no such call.');
    headers.set('Allow', found.allow.join(', '));
    return refuse('method', `This call takes ${found.allow.join(' or ')}.`);
  }
  const { call, params } = found;
  return await runForRequest(context, async () => {
    const holder = call.scope === null ? null : await heldKey(call, request, context.address, headers);
    if (holder && !holder.ok) return holder;
    const read = await readInput(call, { request, url, params }, holder?.value);
    if (!read.ok) return read;
    const here = { input: read.value, request, address: context.address, headers, ...holder?.value };
    const { mayStayOpen = true, whenGone = () => {}, line } = context;
    const stream = (open: () => OpenStream) => eventStream({ request, mayStayOpen, whenGone, line }, open);
    const work = () => handled(call, here as V1Request<Fields> & Holder, { url, stream });
    return holder ? await runByMeans(`${holder.value.key.name} (${holder.value.key.hint})`, work) : await work();
  });
}

const limiterOfKeys = () =>
  singleton('v1-key-limit', () => ({
    points: env().RATE_LIMIT,
    take: sharedLimiter('requests of an API key', env().RATE_LIMIT),
  }));

/** Returns whose key came with a request, if it may make the call and has some of its minute left. */
async function heldKey(
  { scope }: V1Call,
  request: Request,
  address: string,
  headers: Headers,
): Promise<Result<Holder, Refused>> {
  const authorization = request.headers.get('Authorization');
  const ofStaff = scope !== null && isRight(scope);
  const holder = await (ofStaff ? staffKeyHolder : keyHolder)(authorization, address);
  if (!holder.ok) return holder;
  const { key, hash } = holder.value;
  const { points, take } = limiterOfKeys();
  const state = await take(hash).catch((full: { msBeforeNext: number }) => ({ ...full, remainingPoints: -1 }));
  for (const [name, value] of Object.entries(rateHeaders('key', points, state.remainingPoints, state.msBeforeNext)))
    headers.append(name, value);
  if (state.remainingPoints < 0) {
    const retryAfter = Math.ceil(state.msBeforeNext / 1_000);
    return { ok: false, error: { code: 'throttled', message: `Please wait ${retryAfter} seconds.`, retryAfter } };
  }
  if (scope && scope !== 'everyone' && !key.scopes.includes(scope))
    return refuse('missing-scope', `This key lacks the scope "${scope}".`);
  if (!('administrator' in holder.value)) {
    const { user } = holder.value;
    return done({ user, key, keyHash: hash, holderId: user.id });
  }
  const { administrator } = holder.value;
  // A role that changed since the key was made counts at once.
  if (ofStaff && !may(administrator, scope)) return refuse('forbidden', forbiddenWords(administrator, scope));
  const waits = ofStaff ? await refuseWhileHeld(read(), administrator.id, scope) : null;
  return waits ?? done({ administrator, key, keyHash: hash, holderId: administrator.id });
}

type Fields = Record<string, unknown>;
type Sent = { request: Request; url: URL; params: Record<string, string> };

async function readInput(call: V1Call, sent: Sent, holder?: Holder): Promise<Result<Fields, Refused>> {
  const { request, url } = sent;
  const asked = call.inQuery?.flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value])) ?? [];
  const params = { ...Object.fromEntries(asked), ...sent.params };
  const isEmpty = call.method === 'POST' && !request.headers.has('Content-Type') && !(await request.clone().text());
  const inBody = Object.entries(call.input.shape).filter(([name]) => !(name in params || call.inQuery?.includes(name)));
  const ofBody = call.method === 'GET' ? call : { ...call, input: z.strictObject(Object.fromEntries(inBody)) };
  const fields = isEmpty ? done({}) : await sentFields(ofBody, sent, { ...holder });
  if (!fields.ok) return fields;
  const twice = call.method === 'POST' && Object.keys(params).find((name) => name in fields.value);
  if (twice) return refuse('bad-input', `${twice} stands in the address already.`, twice);
  const parsed = await call.input.safeParseAsync({ ...fields.value, ...params }, BY_NAME);
  if (parsed.success) return done(parsed.data);
  const errors = parsed.error.issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message }];
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: `There is no field "${key}" here.` }));
  });
  const [first = { field: '', message: '' }] = errors;
  return { ok: false, error: { code: 'bad-input', message: first.message, field: first.field, errors } };
}

async function handled(
  call: V1Call,
  here: V1Request<Fields> & Holder,
  { url, stream }: { url: URL; stream: (open: () => OpenStream) => Response },
): Promise<Result<unknown, Refused>> {
  const { input, headers, holderId = '' } = here;
  const { limit, cursor, ...filter } = input as { limit: number; cursor?: string };
  const listed = { userId: holderId, operation: call.operation, filter };
  const after = call.isList && cursor !== undefined ? readCursor(cursor, listed) : null;
  if (call.isList && cursor !== undefined && after === null) {
    return refuse('bad-cursor', 'Send the nextCursor of this list as it was answered, with the same filter.', 'cursor');
  }
  const tools = { part: { after, limit }, once: onceFor(call, here), stream };
  const answer = await call.handle(here as unknown as V1Request<never> & KeyHolder, tools);
  if (!answer.ok || !call.isList) return answer;
  const { rows, next } = answer.value as ListAnswer<unknown>;
  const nextCursor = next === null ? null : writeCursor(next, listed);
  if (nextCursor !== null) {
    const query = new URLSearchParams(url.searchParams);
    query.set('cursor', nextCursor);
    headers.set('Link', `<${url.pathname}?${query}>; rel="next"`);
  }
  return done({ data: rows, nextCursor });
}

const writtenBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function onceFor(
  { operation, once }: V1Call,
  { request, holderId, input: { otp: _, ...input }, headers }: V1Request<Fields> & Holder,
): OnceForKey {
  return async (work, { locks, onRefused, confirm }) => {
    const given = request.headers.get('Idempotency-Key');
    if (given === null && once === 'money') {
      return refuse('key-required', 'Send an Idempotency-Key of your own, so that a repetition moves no money twice.');
    }
    if (given !== null && !CALL_KEY.test(given)) {
      return refuse('bad-key', 'An Idempotency-Key is 1 to 255 printable characters.');
    }
    const wasDone = given !== null && confirm !== undefined && (await isDone(holderId, `v1:${given}`));
    const confirmed = wasDone ? null : await confirm?.();
    if (confirmed && !confirmed.ok) return confirmed;
    const outcome = await runOnce(
      {
        scope: holderId,
        operation: `v1:${operation}`,
        key: given && `v1:${given}`,
        fields: { body: JSON.stringify(input, writtenBigint) },
        again: true,
        refusalsPass: true,
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
        return refuse('key-reused', 'This Idempotency-Key was used for something else. Nothing was done.');
    }
  };
}
