import { CALLS } from '~/api/calls';
import { schemaOf } from '~/api/document/openapi';
import type { Call } from '~/web/guard/call';

/** Unexpected JSON values: description and text. */
export const BAD: [what: string, json: string][] = [
  ['null', 'null'],
  ['an object', '{"$ne":null}'],
  ['an array', '["100"]'],
  ['an array of numbers', '[1,2]'],
  ['empty', '""'],
  ['blank', '"   "'],
  ['too long', JSON.stringify('x'.repeat(5_000))],
  ['negative', '-1'],
  ['zero', '0'],
  ['a fraction of a cent', '1.005'],
  ['1e308', '1e308'],
  ['more than a number holds', '1e999'],
  ['true', 'true'],
  ['a numeric string', '"100"'],
  ['control characters', '"a\\u0007b\\r\\nBcc: x@example.com"'],
  ['a zero byte', '"a\\u0000b"'],
  ['half a character', '"a\\ud800b"'],
  ['NaN as text', '"NaN"'],
  ['hexadecimal', '"0x10"'],
  ['grouped wrongly', '"1,000.999"'],
  ['__proto__', '{"__proto__":{"admin":true}}'],
];

type Schema = { properties?: Record<string, Schema>; required?: string[]; anyOf?: Schema[] };
type Field = { path: string; schema: Schema; needed: boolean };

/** Returns the fields of an input, including nested fields, each with its path. */
function fieldsOf({ properties = {}, required = [] }: Schema, within = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = within + name;
    const inner = [schema, ...(schema.anyOf ?? [])].find((each) => each.properties);
    const field = { path, schema, needed: required.includes(name) };
    return [field, ...(inner ? fieldsOf(inner, `${path}.`) : [])];
  });
}

/** Calls of the API with the method POST. */
export const posts = Object.values<Call>(CALLS).filter(({ method }) => method === 'POST');

export const fields = posts.flatMap((call) =>
  fieldsOf(schemaOf(call.input, 'input')).map((field) => ({ name: call.name, call, ...field })),
);

const HERE = 'here it goes';

/** Returns the JSON of a body with another value of one field, by its path, or without the field. */
export function bodyWith(body: Record<string, unknown>, path: string, json?: string): string {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((within, name) => within[name] as Record<string, unknown>, body);
  parent[last] = json === undefined ? undefined : HERE;
  return JSON.stringify(body).replace(JSON.stringify(HERE), () => json ?? '');
}

/** Returns the set of fields that a refusal names, with fields nested in `path` replaced by `path`. */
export const about = (paths: string[], path: string) =>
  new Set(paths.map((each) => (each.startsWith(`${path}.`) ? path : each)));
