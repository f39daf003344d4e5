import { z } from 'zod';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { addressOf, bringsFile, type Call, pathFields, refusesWithNothing, uploadsOf } from '~/web/guard/call';
import { CALLS, confirms } from '../calls';

type Schema = Record<string, unknown>;

/** A zod schema as JSON Schema: what may be sent, or what is answered. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return plain;
}

const FAILURE: Schema = {
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: { description: 'A number, or the word error', type: ['integer', 'string'] },
    message: { type: 'string' },
    field: { type: 'string', description: 'The field that the message is about' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const FAILURE_REF: Schema = { $ref: '#/components/schemas/Failure' };
const NO_ENTRIES: Schema = { type: 'array', maxItems: 0 };

const PENDING: Schema = {
  type: 'object',
  required: ['status', 'id', 'message'],
  properties: { status: { const: 'pending' }, id: { type: 'string' }, message: { type: 'string' } },
};

/** What HTTP statuses mean that any call can be answered with. */
const ANYTIME: Record<number, string> = {
  400: 'What was sent can’t be read',
  405: 'Another method; Allow says which',
  429: 'Too much at once; Retry-After says when',
  500: 'A fault of ours',
  503: 'Busy; Retry-After says when, and without it waiting does not help',
};
const WITH_BODY = { 403: 'A page of another site', 413: 'More than the call takes', 415: 'Not JSON in UTF-8' };
const SIGNED_IN = { 401: 'No token, or one that no longer works', 403: 'A token of the other kind' };
const ONCE = { 422: 'The key was used for something else' };
const REPEATED = { 409: 'The same was asked for a moment ago, without a key' };

/** What the numbers in bodies mean. */
const REFUSED = 'A field is missing or wrong, or it can’t be done now';
const OWN: Record<string, string> = {
  401: 'Not right',
  403: 'Not open to this account now',
  404: 'Not there',
  409: 'There is one already, or it has ended',
  500: 'The account is gone',
};

/** The HTTP statuses but 200 that a call can be answered with, and what each means. */
export function httpFailuresOf({ method, who, once, unread, statuses = {} }: Call): Partial<Record<number, string>> {
  const own = unread ? Object.values(statuses).filter((status) => status !== 'error') : [];
  return {
    ...ANYTIME,
    ...(unread ? { 400: `${ANYTIME[400]}. ${REFUSED}` } : {}),
    ...(method === 'POST' ? WITH_BODY : {}),
    ...Object.fromEntries(own.map((status) => [status, OWN[status] ?? REFUSED])),
    ...(who === 'anyone' ? {} : SIGNED_IN),
    ...(once ? ONCE : {}),
    ...(once === 'money' ? REPEATED : {}),
  };
}

/** What the body's `status` says of this call's own refusals, which are HTTP 200, and what each means. */
export function refusalsOf(call: Call): [number | 'error', string][] {
  const { failure, unread, statuses = {} } = call;
  if (unread) return [];
  if (failure === 'error') return [['error', REFUSED]];
  const own = [...new Set<number | 'error'>([400, ...Object.values(statuses)])];
  const coded: Record<string, string> = confirms(call) ? { 401: 'No right code of the second factor' } : {};
  return own.map((status) => [status, coded[status] ?? OWN[status] ?? REFUSED]);
}

/** The body of a call's own refusals. */
function refusalSchema(call: Call): Schema {
  const told = refusalsOf(call);
  const { properties = {}, required = [] } = call.refused ? schemaOf(call.refused.fields, 'output') : {};
  return {
    allOf: [FAILURE_REF],
    required,
    properties: {
      ...(properties as Schema),
      status: {
        enum: told.map(([status]) => status),
        description: told.map(([status, when]) => `${status}: ${when}`).join('. '),
      },
    },
  };
}

const json = (schema: Schema) => ({ 'application/json': { schema } });

function operationOf(call: Call): Schema {
  const { name, about, method, who, takesToken, once, example } = call;
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, Schema>; required?: string[] };
  const query = method === 'GET' ? Object.entries(input.properties ?? {}) : [];
  const inPath = pathFields(call);
  const parameters: Schema[] = query.map(([field, schema]) => ({
    name: field,
    in: inPath.includes(field) ? 'path' : 'query',
    required: input.required?.includes(field) ?? false,
    schema,
  }));
  if (once) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Calls with the same key are done once and answered alike; the later ones carry Idempotency-Replayed',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  const inFile = bringsFile(call);
  const files = uploadsOf(call).map(({ field }) => [field, { type: 'string', format: 'binary' }]);
  const file = files.length > 0 && {
    'multipart/form-data': {
      schema: { ...input, properties: { ...input.properties, ...Object.fromEntries(files) } },
      ...(inFile ? { example } : {}),
    },
  };
  const body = { 'application/json': { schema: input, ...(inFile ? {} : { example }) }, ...file };
  const failures = Object.entries(httpFailuresOf(call)).map(([status, description]) => [
    status,
    { description, content: json(refusesWithNothing(call, Number(status)) ? NO_ENTRIES : FAILURE_REF) },
  ]);
  const done = schemaOf(call.output, 'output');
  return {
    operationId: name,
    summary: about,
    tags: [who],
    // An empty requirement beside the token says that the call may be made without one.
    security: who !== 'anyone' || takesToken === 'needed' ? [{ token: [] }] : takesToken ? [{}, { token: [] }] : [],
    parameters,
    ...(method === 'POST' ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      200: call.unread
        ? { description: 'Done', content: json(done) }
        : {
            description: 'Done or, as the status in the body says, refused',
            content: json({ anyOf: [done, refusalSchema(call)] }),
          },
      ...(call.second ? { 202: { description: 'Waits for a second administrator', content: json(PENDING) } } : {}),
      ...Object.fromEntries(failures),
    },
  };
}

/** The OpenAPI document of all calls, from the schemas that check them. */
export const openApi = (origin: string): Schema => ({
  openapi: '3.1.0',
  info: {
    title: PRODUCT_NAME,
    version: '1',
    description:
      'Amounts are US dollars. What a call refuses is HTTP 200 with the status in the body, or 4xx where clients look at the HTTP status alone: each call lists its own. Other HTTP statuses are for requests that get no answer of the call. Every answer of a paper installation carries the header X-Mode: paper. Unknown fields are ignored.',
  },
  servers: [{ url: origin }],
  components: {
    securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-access-token' } },
    schemas: { Failure: FAILURE },
  },
  paths: Object.fromEntries(
    Object.values<Call>(CALLS).map((call) => [addressOf(call), { [call.method.toLowerCase()]: operationOf(call) }]),
  ),
});
