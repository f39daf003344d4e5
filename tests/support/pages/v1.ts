import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createV1Document } from '~/api/v1/document.server';
import { serveV1 } from '~/api/v1/serve.server';
import { V1_CALLS } from '~/api/v1/table.server';
import { write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createApiKey } from '~/signIns/apiKeys.server';
import { KEY_SCOPE_NAMES, type KeyScope } from '~/signIns/keyScopes';
import { RIGHT_NAMES, type Right } from '~/signIns/rights';

/** IP address of the tests' requests. */
export const FROM = '203.0.113.9';

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

type Asked = { key?: string; body?: unknown; form?: FormData; headers?: Record<string, string>; address?: string };

/** Makes one call of `/api/v1`, as the route serves it. */
export async function v1(
  method: string,
  path: string,
  { key, body, form, headers, address = FROM }: Asked = {},
): Promise<Answer> {
  const request = new Request(`http://mirrorbook.test/api/v1/${path}`, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const context = { requestId: newId(), address, nonce: '', allowFrames: () => {} };
  const answer = await serveV1({ request, params: {}, context });
  // Closes a stream of events, which would never end.
  const isStream = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (isStream) await answer.body?.cancel();
  const html = isStream ? '' : await answer.text();
  const isFile = answer.headers.get('Content-Type')?.startsWith('text/csv');
  const answered = isFile ? html : html ? JSON.parse(html) : {};
  return { status: answer.status, headers: answer.headers, body: answered };
}

/** Creates an API key of an administrator with these rights, by default all rights. */
export async function staffKeyFor(
  administrator: { id: string },
  rights: Right[] = [...RIGHT_NAMES],
  actsAlone = false,
): Promise<string> {
  const request = { name: 'A desk', scopes: rights, wallets: [], from: [], days: 30, actsAlone };
  return (await write((tx) => createApiKey(tx, administrator.id, request, { forAdmin: true }))).secret;
}

/** Creates an API key of a user with these scopes, by default all scopes. */
export async function keyFor(
  user: { id: string },
  {
    scopes = [...KEY_SCOPE_NAMES],
    wallets = [],
    from = [],
    days = 30,
    actsAlone = false,
  }: Partial<{ scopes: KeyScope[]; wallets: string[]; from: string[]; days: number; actsAlone: boolean }> = {},
): Promise<string> {
  return (await write((tx) => createApiKey(tx, user.id, { name: 'A test', scopes, wallets, from, days, actsAlone })))
    .secret;
}

type Content = Record<string, { schema: object }>;
type Operation = { responses: Record<string, { content?: Content }> };

const document = createV1Document('http://mirrorbook.test') as {
  components: object;
  paths: Record<string, Record<string, Operation>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats(ajv);
const compiled = new Map<string, ValidateFunction>();

/** Returns the differences between an answer and the API document; empty if the answer is valid. */
export function undocumented(operation: string, { status, body }: Pick<Answer, 'status' | 'body'>): unknown[] {
  const call = V1_CALLS.find((each) => each.operation === operation);
  const answers = document.paths[`/${call?.path}`]?.[call?.method.toLowerCase() ?? '']?.responses;
  const answer = answers?.[status];
  if (!answer) return [`${operation} answers ${status}, which is not documented`];
  const [content] = Object.values(answer.content ?? {});
  // Skips streams, whose events are validated one by one.
  if (!content || (answer.content?.['text/event-stream'] && Object.keys(body).length === 0)) return [];
  const key = `${operation} ${status}`;
  const validate = compiled.get(key) ?? ajv.compile({ ...content.schema, components: document.components });
  compiled.set(key, validate);
  return validate(body) ? [] : (validate.errors ?? []);
}
