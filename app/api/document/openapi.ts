import { z } from 'zod';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { type Call, getCallAddress, hasFile, isEmptyRefusal, listUploads, pathFieldNames } from '~/web/guard/call';
import { CALLS } from '../calls';
import { fillExample } from './variables';

type Schema = Record<string, unknown>;

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return plain;
}

const FAILURE_SCHEMA: Schema = {
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: { description: 'A number, or the word error', type: ['integer', 'string'] },
    message: { type: 'string' },
    field: { type: 'string', description: 'The field with the error' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const FAILURE_REF: Schema = { $ref: '#/components/schemas/Failure' };
const EMPTY_LIST_SCHEMA: Schema = { type: 'array', maxItems: 0 };

const PENDING_SCHEMA: Schema = {
  type: 'object',
  required: ['status', 'id', 'message'],
  properties: { status: { const: 'pending' }, id: { type: 'string' }, message: { type: 'string' } },
};

const FAILURES_OF_ALL: Record<number, string> = {
  400: 'The request can’t be read',
  405: 'Wrong method; the header Allow lists the right ones',
  429: 'Too many requests; try again after Retry-After seconds',
  500: 'A server error',
  503: 'Unavailable; try again after Retry-After seconds. Without that header a retry does not help',
};
const FAILURES_WITH_BODY = {
  403: 'The request comes from a page of another site',
  413: 'The body is too large',
  415: 'The body is not JSON in UTF-8',
};
const FAILURES_WITH_TOKEN = {
  401: 'The token is missing or expired',
  403: 'The token belongs to another kind of account',
};
const FAILURES_WITH_KEY = { 422: 'The Idempotency-Key was used for another request' };
const FAILURES_OF_REPETITION = { 409: 'The same request was sent a moment ago, without an Idempotency-Key' };

const REFUSAL_MEANING = 'A field is missing or invalid, or it can’t be done now';
const MEANING_BY_CODE: Readonly<Record<string, string>> = {
  'account-gone': 'The account is closed',
  'bad-input': 'A field is missing or invalid',
  'bad-token': 'The token of the link is missing, used or expired',
  confirm: 'A code of the second factor is required, as otp',
  disabled: 'The administrator is disabled',
  'foreign-key': 'The key belongs to another trader',
  frozen: 'The account is frozen',
  'invalid-credentials': 'No administrator has this email and password',
  'needs-second-factor': 'Two-factor authentication must be turned on first, at /admin',
  'no-papers': 'The user has sent no documents',
  'no-withdrawal': 'The user has requested no withdrawal',
  'not-found': 'There is nothing with this ID',
  'second-factor': 'A code of the second factor is required, as otp',
  'unknown-key': 'The key is missing or no longer valid',
  'unknown-plan': 'There is no such plan',
  'unknown-trader': 'There is no such trader',
  'unknown-user': 'No account has this email; in live mode login returns 401 instead',
  unverified: 'The email is not verified',
  'used-code': 'The code of the second factor has been used',
  'wrong-code': 'The code of the second factor is wrong',
  'wrong-password': 'Incorrect password',
  'wrong-state': 'It has ended or was already decided',
};

function meaningsOf({ statuses = {} }: Pick<Call, 'statuses'>): Map<number | 'error', string> {
  const meanings = new Map<number | 'error', string>();
  for (const [code, status] of Object.entries(statuses)) {
    const [known = '', meaning = ''] = [meanings.get(status), MEANING_BY_CODE[code] ?? REFUSAL_MEANING];
    if (!known.split('. ').includes(meaning)) meanings.set(status, [known, meaning].filter(Boolean).join('. '));
  }
  return meanings;
}

export function httpFailuresOf(call: Call): Partial<Record<number, string>> {
  const { method, who, once, usesHttpStatus } = call;
  const own = usesHttpStatus ? [...meaningsOf(call)].filter(([status]) => status !== 'error') : [];
  return {
    ...FAILURES_OF_ALL,
    ...(usesHttpStatus ? { 400: `${FAILURES_OF_ALL[400]}. ${REFUSAL_MEANING}` } : {}),
    ...(method === 'POST' ? FAILURES_WITH_BODY : {}),
    ...(who === 'anyone' ? {} : FAILURES_WITH_TOKEN),
    ...Object.fromEntries(
      own.map(([status, meaning]) => {
        const known = who !== 'anyone' && FAILURES_WITH_TOKEN[status as keyof typeof FAILURES_WITH_TOKEN];
        return [status, known ? `${known}. ${meaning}` : meaning];
      }),
    ),
    ...(once ? FAILURES_WITH_KEY : {}),
    ...(once && once !== 'filed' ? FAILURES_OF_REPETITION : {}),
  };
}

export function refusalsOf(call: Call): [number | 'error', string][] {
  const { failure, usesHttpStatus } = call;
  if (usesHttpStatus) return [];
  if (failure === 'error') return [['error', REFUSAL_MEANING]];
  const meanings = meaningsOf(call);
  return [...new Map<number | 'error', string>([[400, REFUSAL_MEANING], ...meanings])];
}

function failureSchema({ refused }: Call): Schema {
  if (!refused) return FAILURE_REF;
  const { properties, required } = schemaOf(refused.fields, 'output');
  return { allOf: [FAILURE_REF], required, properties };
}

function refusalSchema(call: Call): Schema {
  const refusals = refusalsOf(call);
  const { properties = {}, ...failure } = failureSchema(call);
  return {
    allOf: [FAILURE_REF],
    ...(failure.required ? { required: failure.required } : {}),
    properties: {
      ...(properties as Schema),
      status: {
        enum: refusals.map(([status]) => status),
        description: refusals.map(([status, when]) => `${status}: ${when}`).join('. '),
      },
    },
  };
}

const jsonContent = (schema: Schema) => ({ 'application/json': { schema } });

function operationOf(call: Call, values: Readonly<Record<string, string>>): Schema {
  const { name, about, method, who, takesToken, once } = call;
  const example = fillExample(call.example, values);
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, Schema>; required?: string[] };
  const query = method === 'GET' ? Object.entries(input.properties ?? {}) : [];
  const inPath = pathFieldNames(call);
  const parameters: Schema[] = query.map(([field, schema]) => ({
    name: field,
    in: inPath.includes(field) ? 'path' : 'query',
    required: input.required?.includes(field) ?? false,
    schema,
    ...(field in example ? { example: example[field] } : {}),
  }));
  if (once) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Requests with the same key are executed once and get the same response; later ones have the header Idempotency-Replayed',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  const inFile = hasFile(call);
  const files = listUploads(call).map(({ field }) => [field, { type: 'string', format: 'binary' }]);
  const file = files.length > 0 && {
    'multipart/form-data': {
      schema: { ...input, properties: { ...input.properties, ...Object.fromEntries(files) } },
      ...(inFile ? { example } : {}),
    },
  };
  const body = { 'application/json': { schema: input, ...(inFile ? {} : { example }) }, ...file };
  const failures = Object.entries(httpFailuresOf(call)).map(([status, description]) => [
    status,
    {
      description,
      content: jsonContent(isEmptyRefusal(call, Number(status)) ? EMPTY_LIST_SCHEMA : failureSchema(call)),
    },
  ]);
  const done = schemaOf(call.output, 'output');
  return {
    operationId: name,
    summary: about,
    tags: [who],
    // The empty alternative allows the call without a token.
    security: who !== 'anyone' || takesToken === 'needed' ? [{ token: [] }] : takesToken ? [{}, { token: [] }] : [],
    parameters,
    ...(method === 'POST' ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      200: call.usesHttpStatus
        ? { description: 'Done', content: jsonContent(done) }
        : {
            description: 'Done or refused, according to the status in the body',
            content: jsonContent({ anyOf: [done, refusalSchema(call)] }),
          },
      ...(call.needsApproval
        ? { 202: { description: 'Waits for a second administrator', content: jsonContent(PENDING_SCHEMA) } }
        : {}),
      ...Object.fromEntries(failures),
    },
  };
}

/** Builds the OpenAPI document of all calls. `values` replace placeholders in examples, by the names of `EXAMPLE_VARIABLES`. */
export const createOpenApi = (
  origin: string,
  { values = {}, limits = [] }: { values?: Readonly<Record<string, string>>; limits?: readonly string[] } = {},
): Schema => ({
  openapi: '3.1.0',
  info: {
    title: PRODUCT_NAME,
    version: '1',
    description: [
      'Amounts are US dollars. A refusal is HTTP 200 with the status in the body, or 4xx for calls whose clients read only the HTTP status: each call lists its own. Other HTTP statuses are for requests that do not reach the call. Every response of a paper installation has the header X-Mode: paper. Unknown fields are ignored.',
      ...limits,
    ].join('\n\n'),
  },
  servers: [{ url: origin }],
  components: {
    securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-access-token' } },
    schemas: { Failure: FAILURE_SCHEMA },
  },
  paths: Object.fromEntries(
    Object.values<Call>(CALLS).map((call) => [
      getCallAddress(call),
      { [call.method.toLowerCase()]: operationOf(call, values) },
    ]),
  ),
});
