import { deepEqual, ok } from 'node:assert/strict';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { CALLS, type CallName } from '~/api/calls';
import { createOpenApi } from '~/api/document/openapi';
import { getCallAddress } from '~/web/guard/call';

type Content = { content: { 'application/json': { schema: object; example?: Record<string, unknown> } } };
type Operation = {
  responses: Record<string, Content>;
  requestBody?: Content;
  parameters: { in: string; name: string; schema: object; example?: unknown }[];
};

const document = createOpenApi('http://mirrorbook.test') as {
  components: object;
  paths: Record<string, Record<string, Operation>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats(ajv);
const compiled = new Map<string, ValidateFunction>();

export const operationOf = (name: string): Operation =>
  Object.values(document.paths[getCallAddress(CALLS[name as CallName])] ?? {})[0] as Operation;

/** Returns whether a value is valid by a schema of the API document. */
export function fits(key: string, schema: object, value: unknown): boolean {
  let validate = compiled.get(key);
  if (!validate) {
    validate = ajv.compile({ ...schema, components: document.components });
    compiled.set(key, validate);
  }
  return validate(value) as boolean;
}

/** Asserts that the API document describes an answer's status for the call, and a schema that the body satisfies. */
export function expectDocumented(name: string, http: number, body: unknown): void {
  const answer = operationOf(name).responses[http];
  ok(answer, `${name} answers ${http}, which is not documented`);
  const key = `${name} ${http}`;
  const fine = fits(key, answer?.content['application/json'].schema ?? {}, body);
  deepEqual([key, fine ? [] : compiled.get(key)?.errors], [key, []]);
}
