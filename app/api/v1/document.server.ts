import { z } from 'zod';
import { EVENT_TYPES } from '~/features/site/events/eventTypes';
import { NETWORKS } from '~/platform/networks/networks';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { isRight } from '~/signIns/keyGrants';
import { KEY_SCOPES } from '~/signIns/keyScopes';
import { listUploads, pathFieldNames } from '~/web/guard/call';
import { fillExample } from '../document/variables';
import type { V1Call } from './call.server';
import { EVENTS } from './endpoints/events.server';
import { PROBLEM_KINDS, type ProblemKind } from './problem';
import { V1_CALLS } from './table.server';

type Schema = Record<string, unknown>;

const COMPONENTS_PATH = '#/components/schemas/';

/** Returns the schema of a field or answer. Parts with an ID become references to `components`. */
function schemaFor(schema: z.ZodType, io: 'input' | 'output', components: Record<string, Schema>): Schema {
  const { $schema: _, $defs = {}, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const referring = (part: unknown): Schema =>
    JSON.parse(JSON.stringify(part).replaceAll('#/$defs/', COMPONENTS_PATH), (name, value) =>
      name === 'id' && typeof value === 'string' ? undefined : value,
    );
  for (const [name, part] of Object.entries($defs)) components[name] ??= referring(part);
  const { id: named } = plain as { id?: string };
  if (!named) return referring(plain);
  components[named] ??= referring(plain);
  return { $ref: `${COMPONENTS_PATH}${named}` };
}

const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Kind of the problem; its fragment never changes' },
    title: { type: 'string', enum: [...new Set(Object.values(PROBLEM_KINDS).map(([, title]) => title))] },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The error in words for people' },
    code: { type: 'string', description: 'The reason as a code for programs' },
    field: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const createTextHeader = (description: string): Schema => ({ description, schema: { type: 'string' } });

const COMMON_HEADERS: Record<string, Schema> = {
  'RateLimit-Policy': createTextHeader('The limits per IP address and per key: `q` requests in `w` seconds'),
  RateLimit: createTextHeader('The rest of each limit: `r` requests for the next `t` seconds'),
  'X-Request-Id': createTextHeader('ID of the request, for support'),
};
const READ_HEADERS = { ...COMMON_HEADERS, ETag: createTextHeader('Send it as If-None-Match') };
const LIST_HEADERS = { ...READ_HEADERS, Link: createTextHeader('URL of the next page, with rel="next"') };
const WRITE_HEADERS = {
  ...COMMON_HEADERS,
  'Idempotency-Replayed': createTextHeader('true if this is the response to an earlier request with this key'),
};

/** Returns the kinds of problems that a call may answer. */
function problemsOf({ scope, method, once, isList, isStream, path, input, inQuery }: V1Call): ProblemKind[] {
  const hasFields = Object.keys(input.shape).length > 0;
  return [
    ...(hasFields || method === 'POST' ? (['bad-input', 'broken'] as const) : ['bad-input' as const]),
    ...(isList || isStream ? (['bad-cursor'] as const) : []),
    ...(once ? (['bad-key', 'key-reused', 'wrong-state', 'refused'] as const) : []),
    ...(once === 'money' ? (['key-required'] as const) : []),
    ...(method === 'POST' ? (['too-large', 'type', 'refused'] as const) : []),
    ...(inQuery ? (['preview'] as const) : []),
    'not-signed-in',
    'forbidden',
    ...(scope === null ? [] : (['missing-scope', 'foreign-address'] as const)),
    ...(scope === 'withdraw' ? (['unlisted-wallet'] as const) : []),
    ...(path.includes('{') || hasFields ? (['not-found'] as const) : []),
    'method',
    'throttled',
    'fault',
    'busy',
  ];
}

const jsonContent = (schema: Schema) => ({ 'application/json': { schema } });

function operationFor(
  call: V1Call,
  components: Record<string, Schema>,
  values: Readonly<Record<string, string>>,
): Schema {
  const { operation, method, tag, about, scope, once, isList, isStream, isFile, output } = call;
  const whole = schemaFor(call.input, 'input', components) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const example = fillExample(call.example, values);
  const inPath = pathFieldNames(call);
  const isParameter = (field: string) => method === 'GET' || inPath.includes(field) || call.inQuery?.includes(field);
  const fields = Object.entries(whole.properties ?? {});
  const parameters: Schema[] = fields
    .filter(([field]) => isParameter(field))
    .map(([field, { description, ...schema }]) => ({
      name: field,
      in: inPath.includes(field) ? 'path' : 'query',
      required: inPath.includes(field) || (whole.required?.includes(field) ?? false),
      ...(description ? { description } : {}),
      schema,
      ...(field in example ? { example: example[field] } : {}),
    }));
  if (once)
    parameters.push({
      $ref: `#/components/parameters/${once === 'money' ? 'IdempotencyKeyNeeded' : 'IdempotencyKey'}`,
    });
  if (method === 'GET')
    parameters.push({ $ref: `#/components/parameters/${isStream ? 'LastEventId' : 'IfNoneMatch'}` });
  const sent = fields.filter(([field]) => !isParameter(field));
  const body = {
    type: 'object',
    properties: Object.fromEntries(sent),
    required: whole.required?.filter((field) => !isParameter(field)),
    additionalProperties: false,
  };
  const files = listUploads(call).map(({ field }) => [field, { type: 'string', format: 'binary' }]);
  const bodyExample = Object.fromEntries(Object.entries(example).filter(([field]) => !isParameter(field)));
  const hasFile = Object.values(bodyExample).some((value) => String(value).startsWith('@'));
  const content = {
    'application/json': { schema: body, ...(hasFile ? {} : { example: bodyExample }) },
    ...(files.length > 0 && {
      'multipart/form-data': {
        schema: { ...body, properties: { ...body.properties, ...Object.fromEntries(files) } },
        ...(hasFile && { example: bodyExample }),
      },
    }),
  };
  const problems = new Map<number, string[]>();
  for (const kind of new Set(problemsOf(call))) {
    const [status, title] = PROBLEM_KINDS[kind];
    problems.set(status, [...(problems.get(status) ?? []), title]);
  }
  const reads = isStream ? COMMON_HEADERS : READ_HEADERS;
  const headers = isList ? LIST_HEADERS : method === 'GET' ? reads : WRITE_HEADERS;
  const answer = schemaFor(output, 'output', components);
  return {
    operationId: operation,
    summary: about,
    tags: [tag],
    security: scope === null ? [] : [{ [isRight(scope) ? 'staffKey' : 'key']: [scope] }],
    parameters,
    ...(sent.length > 0 ? { requestBody: { required: true, content } } : {}),
    responses: {
      200: {
        description: isStream ? 'Events; the data of each follows this schema' : 'Done',
        headers,
        content:
          isStream || isFile
            ? { [isFile ? 'text/csv' : 'text/event-stream']: { schema: answer } }
            : jsonContent(answer),
      },
      ...(method === 'GET' && !isStream
        ? { 304: { description: 'Unchanged since the version in If-None-Match' } }
        : {}),
      ...Object.fromEntries(
        Array.from(problems, ([status, titles]) => [
          status,
          {
            description: titles.join('. '),
            headers: COMMON_HEADERS,
            content: { 'application/problem+json': { schema: { $ref: `${COMPONENTS_PATH}Problem` } } },
          },
        ]),
      ),
    },
  };
}

const createHeaderParameter = (name: string, required: boolean, description: string): Schema => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', minLength: 1, maxLength: name === 'Last-Event-ID' ? 8_000 : 255 },
});

export const REPETITION_RULE =
  'A repeated request with the same key and body returns the first response, for as long as the account exists; with another body it is refused. A refused request does not use the key.';

const DOCUMENT_INTRODUCTION = [
  'Send an API key of your account as `Authorization: Bearer`. Amounts are objects with a string of two decimals and a currency; times are RFC 3339 in UTC. A refused request returns an HTTP status of 4xx or 5xx with a problem document (RFC 9457), whose `code` is the reason. Unknown fields are refused.',
  'Assistants use the operations as MCP tools at `POST /api/v1/mcp` (streamable HTTP), with the same keys. A tool that changes something only proposes it: the response has the effect and a URL where the person confirms it within an hour, unless the key `actsAlone`.',
  'Lists return at most `limit` entries; `nextCursor` and the header Link lead to the next page. Every write accepts an Idempotency-Key; writes that move money require one.',
];

const SAMPLE_ID = '01890000-0000-7000-8000-000000000000';

/** Sample values for placeholders in examples: the user's own IDs, and an address that a key may list. */
const SAMPLE_VALUES: Readonly<Record<string, string>> = {
  ADMINISTRATOR: SAMPLE_ID,
  APPROVAL: SAMPLE_ID,
  COPY: SAMPLE_ID,
  DEPOSIT: SAMPLE_ID,
  IDENTITY_CHECK: SAMPLE_ID,
  INVESTMENT: SAMPLE_ID,
  KEY_ID: 'q4Zk0rJ8n2V6yT1sW9xB3mC7pL5dF0hGaEuIoRkYvNc',
  NOTIFICATION: SAMPLE_ID,
  ORDER: '1',
  RESULT: SAMPLE_ID,
  SUPPORT_THREAD: SAMPLE_ID,
  THREAD: SAMPLE_ID,
  DELIVERY: SAMPLE_ID,
  WEBHOOK: SAMPLE_ID,
  TRADER_APPLICATION: SAMPLE_ID,
  USER: SAMPLE_ID,
  WALLET: NETWORKS.bitcoin.example.address,
  WITHDRAWAL: SAMPLE_ID,
};

/** Describes the posts to webhooks by type of event. */
const webhooksOf = (components: Record<string, Schema>) =>
  Object.fromEntries(
    Object.entries(EVENT_TYPES).map(([type, { about, example }]) => {
      const schema = schemaFor(EVENTS[type] as z.ZodType, 'output', components);
      const body = { id: SAMPLE_ID, type, timestamp: '2026-03-02T09:00:00Z', data: example };
      return [
        type,
        {
          post: {
            summary: about,
            tags: ['Webhooks'],
            security: [],
            parameters: [
              createHeaderParameter('webhook-id', true, 'ID of the event, the same in each attempt'),
              createHeaderParameter('webhook-timestamp', true, 'Time of this attempt, in seconds since 1970'),
              createHeaderParameter('webhook-signature', true, SIGNATURE_DESCRIPTION),
            ],
            requestBody: { required: true, content: { 'application/json': { schema, example: body } } },
            responses: {
              '2XX': {
                description: 'Accepted. After any other response, or none within ten seconds, the event is sent again',
              },
            },
          },
        },
      ];
    }),
  );

const SIGNATURE_DESCRIPTION =
  'According to the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of ID, timestamp and body, joined by dots. Its key is the decoded secret after `whsec_`. Reject requests older than five minutes';

/** Builds the OpenAPI document of `/api/v1`. `values` replace placeholders in examples. */
export function createV1Document(origin: string, values: Readonly<Record<string, string>> = {}): Schema {
  const components: Record<string, Schema> = { Problem: PROBLEM_SCHEMA };
  const paths: Record<string, Record<string, Schema>> = {};
  for (const call of V1_CALLS) {
    const path = `/${call.path}`;
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: operationFor(call, components, { ...SAMPLE_VALUES, ...values }),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT_NAME} API`, version: '1', description: DOCUMENT_INTRODUCTION.join('\n\n') },
    servers: [{ url: `${origin}/api/v1` }],
    tags: [...new Set(V1_CALLS.map(({ tag }) => tag))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key with scopes: ${Object.entries(KEY_SCOPES)
            .map(([scope, may]) => `\`${scope}\` (${may})`)
            .join(', ')}`,
        },
        staffKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of an administrator, with rights of their role. Where pages require a code, requests need `otp`.',
        },
      },
      parameters: {
        IdempotencyKey: createHeaderParameter('Idempotency-Key', false, REPETITION_RULE),
        IdempotencyKeyNeeded: createHeaderParameter('Idempotency-Key', true, REPETITION_RULE),
        LastEventId: createHeaderParameter('Last-Event-ID', false, 'The last ID received; the stream resumes after it'),
        IfNoneMatch: createHeaderParameter(
          'If-None-Match',
          false,
          'The ETag of an earlier response; 304 if nothing has changed',
        ),
      },
      schemas: components,
    },
    paths,
    webhooks: webhooksOf(components),
  };
}
