import type { Call, Caller } from '~/platform/guard/call';
import { CALLS } from './calls';
import { failuresOf, schemaOf } from './openapi';

/** A call as the page for its readers shows it. */
export type DocumentedCall = {
  name: string;
  method: string;
  about: string;
  who: Caller;
  fields: { name: string; type: string; about: string; required: boolean }[];
  /** The shape of a success, as JSON. */
  answer: string;
  failures: [string, string][];
  curl: string;
};

type Schema = {
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

/** What a value is, in words: `text or number`. */
function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' or ');
  if (schema.type === 'string') return 'text';
  if (schema.type === 'null') return 'nothing';
  return String(schema.type ?? 'anything');
}

/** The shape of a value, with what each part is in its place. */
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

/**
 * A line for a shell. What the example leaves open, such as `$TRADER`, is a variable of the shell; so is the token.
 * @param origin where the calls are
 */
export function curlOf({ name, method, who, takesToken, once, example }: Call, origin: string): string {
  const query = method === 'GET' ? new URLSearchParams(example as Record<string, string>).toString() : '';
  const parts = [`curl ${origin}/api/${name}${query && `?${query}`}`];
  if (takesToken || who !== 'anybody') parts.push('-H "x-access-token: $TOKEN"');
  if (once) parts.push('-H "Idempotency-Key: $KEY"');
  if (method === 'POST') {
    parts.push("-H 'Content-Type: application/json'");
    // Leaves the single quotes for a variable, and comes back to them.
    const body = JSON.stringify(example).replace(/\$[A-Z_]+/g, (variable) => `'"${variable}"'`);
    parts.push(`-d '${body}'`);
  }
  return parts.join(' \\\n  ');
}

/** Every call, for the page that explains them. */
export const documented = (origin: string): DocumentedCall[] =>
  Object.values<Call>(CALLS).map((call) => ({
    name: call.name,
    method: call.method,
    about: call.about,
    who: call.who,
    fields: fieldsOf(schemaOf(call.input, 'input')),
    answer: JSON.stringify(shapeOf(schemaOf(call.output, 'output')), null, 2),
    failures: Object.entries(failuresOf(call)).map(([status, when]) => [status, when ?? '']),
    curl: curlOf(call, origin),
  }));
