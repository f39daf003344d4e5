import { createHash } from 'node:crypto';
import { z } from 'zod';
import { getPublicOrigin } from '~/platform/installation/site';
import { runForRequest, runWithMeans } from '~/platform/process/callContext.server';
import { done, type Result, refuse } from '~/platform/result';
import type { OpenStream } from '~/platform/streams.server';
import { isRight } from '~/signIns/keyGrants';
import { respondWithEventStream } from '~/web/eventStream.server';
import { readSentFields, respondWithBody } from '~/web/guard/api.server';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/web/responses.server';
import { defineKeylessCall, type V1Call } from './call.server';
import { createV1Document } from './document.server';
import { serveMcp } from './mcp/serveMcp.server';
import { createProblem } from './problem';
import {
  type AuthorizedHolder,
  authorizeKey,
  type CallFields,
  keyNameForLog,
  parseInput,
  refusalOfError,
  refuseCall,
  runCall,
  type V1Refusal,
} from './run.server';
import { V1_CALLS } from './table.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const BASE_PATH = '/api/v1/';
const MCP_PATH_PATTERN = /^mcp\/?$/i;

const DOCUMENT_CALL = defineKeylessCall({
  operation: 'getDocument',
  method: 'GET',
  path: 'openapi.json',
  tag: 'Document',
  about: 'This document.',
  output: z.looseObject({}),
  answer: async () => done(createV1Document(getPublicOrigin())),
});

/** Calls with the patterns of their paths. Paths without parameters come first. */
const callPatterns = [DOCUMENT_CALL, ...V1_CALLS]
  .map((call) => ({
    call,
    pattern: new RegExp(`^${call.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`, 'i'),
  }))
  .sort((a, b) => Number(a.call.path.includes('{')) - Number(b.call.path.includes('{')));

type FoundCall = { call: V1Call; params: Record<string, string> } | { allow: string[] };

function findCall(path: string, method: string): FoundCall {
  const fits = callPatterns.filter(({ pattern }) => pattern.test(path));
  const one = fits.find(({ call }) => call.method === method);
  if (!one) return { allow: [...new Set(fits.map(({ call }) => call.method))] };
  const input = Object.entries(one.pattern.exec(path)?.groups ?? {});
  return { call: one.call, params: Object.fromEntries(input.map(([name, text]) => [name, decodeSegment(text)])) };
}

/** Decodes a path segment; returns it unchanged if the encoding is invalid. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Serves `/api/v1`: finds the call, checks key and input, and answers the result or a problem. Never reads cookies. */
export const serveV1 = Object.assign(
  async ({ request, context }: Args): Promise<Response> => {
    const headers = new Headers({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Origin' });
    const answer = await answerRequest(request, context, headers).catch((error) =>
      refusalOfError(error, context.requestId),
    );
    if (!answer.ok) {
      const { retryAfter, ...refusal } = answer.error as V1Refusal;
      const problem = createProblem(getPublicOrigin(), refusal);
      if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
      if (problem.status === 401) headers.set('WWW-Authenticate', 'Bearer');
      headers.set('Content-Type', 'application/problem+json');
      headers.set('Cache-Control', 'no-store');
      return respondWithBody(context.sendWhole, toJsonBytes(problem), problem.status, headers);
    }
    if (answer.value instanceof Response) {
      for (const [name, value] of answer.value.headers) headers.set(name, value);
      return new Response(answer.value.body, { status: answer.value.status, headers });
    }
    const body = toJsonBytes(answer.value);
    headers.set('Content-Type', 'application/json');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondWithBody(context.sendWhole, body, 200, headers);
    const tag = `W/"${createHash('sha256').update(body).digest('base64url')}"`;
    headers.set('ETag', tag);
    const isKnown = (request.headers.get('If-None-Match') ?? '').split(/\s*,\s*/).includes(tag);
    return isKnown
      ? new Response(null, { status: 304, headers })
      : respondWithBody(context.sendWhole, body, 200, headers);
  },
  { guard: 'apiRoute' },
);

const toJsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value));

async function answerRequest(
  request: Request,
  context: Args['context'],
  headers: Headers,
): Promise<Result<unknown, V1Refusal>> {
  const url = new URL(request.url);
  const path = url.pathname.slice(BASE_PATH.length);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const { address } = context;
  const found = MCP_PATH_PATTERN.test(path) ? null : findCall(path, method);
  const allowed = found === null ? ['POST'] : 'allow' in found ? found.allow : [method];
  if (allowed.length === 0) return refuse('not-found', 'There is no such operation.');
  if (!allowed.includes(method)) {
    headers.set('Allow', allowed.join(', '));
    return refuse('method', `Use ${allowed.join(' or ')}.`);
  }
  return await runForRequest(context, async () => {
    if (found === null) {
      const holder = await authorizeKey('either', request, address, headers);
      return holder.ok ? await serveMcp({ request, address, headers, ...holder.value }) : holder;
    }
    const { call, params } = found as Extract<FoundCall, { call: V1Call }>;
    const holder = call.scope === null ? null : await authorizeKey(holderKindOf(call.scope), request, address, headers);
    if (holder && !holder.ok) return holder;
    const without = holder && (await refuseCall(call, holder.value));
    if (without) return without;
    const input = await readInput(call, { request, url, params }, holder?.value);
    if (!input.ok) return input;
    const here = { input: input.value, request, address, headers, ...holder?.value };
    const { mayStayOpen = true, onClose = () => {}, connection } = context;
    const stream = (open: () => OpenStream) =>
      respondWithEventStream({ request, mayStayOpen, onClose, connection }, open);
    const idempotencyKey = request.headers.get('Idempotency-Key');
    const work = () => runCall(call, here, { url, stream, idempotencyKey });
    return holder ? await runWithMeans(keyNameForLog(holder.value), work) : await work();
  });
}

const holderKindOf = (scope: NonNullable<V1Call['scope']>) => (isRight(scope) ? 'administrator' : 'investor');

type SentRequest = { request: Request; url: URL; params: Record<string, string> };

async function readInput(
  call: V1Call,
  sent: SentRequest,
  holder?: AuthorizedHolder,
): Promise<Result<CallFields, V1Refusal>> {
  const { request, url } = sent;
  const input = call.inQuery?.flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value])) ?? [];
  const params = { ...Object.fromEntries(input), ...sent.params };
  const isEmpty = call.method === 'POST' && !request.headers.has('Content-Type') && !(await request.clone().text());
  const inBody = Object.entries(call.input.shape).filter(([name]) => !(name in params || call.inQuery?.includes(name)));
  const ofBody = call.method === 'GET' ? call : { ...call, input: z.strictObject(Object.fromEntries(inBody)) };
  const fields = isEmpty ? done({}) : await readSentFields(ofBody, sent, { ...holder });
  if (!fields.ok) return fields;
  const twice = call.method === 'POST' && Object.keys(params).find((name) => name in fields.value);
  if (twice) return refuse('bad-input', `${twice} stands in the address already.`, twice);
  return await parseInput(call, { ...fields.value, ...params });
}
