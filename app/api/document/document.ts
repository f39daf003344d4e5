import { type Call, type Caller, getCallAddress, hasFile, isEmptyRefusal, pathFieldNames } from '~/web/guard/call';
import { CALLS } from '../calls';
import { httpFailuresOf, refusalsOf, schemaOf } from './openapi';

export type DocumentedCall = {
  name: string;
  path: string;
  method: string;
  about: string;
  who: Caller;
  takesToken: Call['takesToken'];
  fields: { name: string; type: string; about: string; required: boolean }[];
  answer: string;
  failures: { status: string; http: string; when: string }[];
  curl: string;
};

type Schema = {
  type?: string | string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ type })).join(' or ');
  if (schema.format === 'uuid') return 'id';
  if (schema.type === 'string') return 'text';
  return String(schema.type ?? 'anything');
}

function shapeOf(schema: Schema): unknown {
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, shapeOf(each)]));
  }
  if (schema.items) return [shapeOf(schema.items)];
  if (schema.const !== undefined) return schema.const;
  return schema.description ?? typeOf(schema);
}

function fieldsOf(schema: Schema, within = ''): DocumentedCall['fields'] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, each]) => [
    {
      name: within + name,
      type: typeOf(each),
      about: each.description ?? '',
      required: schema.required?.includes(name) ?? false,
    },
    ...fieldsOf(each, `${within}${name}.`),
  ]);
}

/** Returns the curl command of a call's example. The token and placeholders such as `$TRADER` are shell variables. */
export function curlOf(call: Call, origin: string): string {
  const { method, who, takesToken, once, example } = call;
  const inPath = pathFieldNames(call);
  const rest = Object.entries(example).filter(([field]) => !inPath.includes(field));
  const query = method === 'GET' ? new URLSearchParams(rest as [string, string][]).toString() : '';
  const path = getCallAddress(call, example, (variable) => variable);
  const parts = [`curl ${origin}${path}${query && `?${query}`}`];
  if (takesToken === 'needed' || who !== 'anyone') parts.push('-H "x-access-token: $TOKEN"');
  if (once) parts.push('-H "Idempotency-Key: $KEY"');
  if (hasFile(call)) {
    parts.push(...Object.entries(example).map(([field, value]) => `-F '${field}=${value}'`));
  } else if (method === 'POST') {
    parts.push("-H 'Content-Type: application/json'");
    // Closes the single quotes before a variable and reopens them after it.
    const body = JSON.stringify(example).replace(/\$[A-Z_]+/g, (variable) => `'"${variable}"'`);
    parts.push(`-d '${body}'`);
  }
  return parts.join(' \\\n  ');
}

export const documentCalls = (origin: string): DocumentedCall[] =>
  Object.values<Call>(CALLS).map((call) => ({
    name: call.name,
    path: getCallAddress(call),
    method: call.method,
    about: call.about,
    who: call.who,
    takesToken: call.takesToken,
    fields: fieldsOf(schemaOf(call.input, 'input')),
    answer: JSON.stringify(shapeOf(schemaOf(call.output, 'output')), null, 2),
    failures: [
      ...refusalsOf(call).map(([status, when]) => ({ status: String(status), http: '200', when })),
      ...Object.entries(httpFailuresOf(call)).map(([http, when = '']) => {
        const isWord = call.failure === 'error' || http === '401';
        const isEmpty = isEmptyRefusal(call, Number(http));
        return { status: isEmpty ? '[] for the whole body' : isWord ? 'error' : http, http, when };
      }),
    ],
    curl: curlOf(call, origin),
  }));
