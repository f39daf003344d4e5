import { describe, expect, test } from 'vitest';
import { about, BAD, bodyWith, fields } from '../../tests/support/pages/badFields';
import { fits } from '../../tests/support/pages/openapi';
import '~/platform/fields/issueMessages.server';

/** Matches messages of this product, not those of the schema library, which name types and operators. */
const OURS = expect.not.stringMatching(
  /^(Invalid|Unrecognized|Too (big|small))\b|\b(expected|received|string|boolean|NaN|undefined)\b|[<>]=?|\[object|^$/,
);

/** Names that are refused when the body is parsed, which `tests/contract/badInput.test.ts` covers. */
const BY_THE_READER = ['a zero byte', '__proto__'];

const ID = '01890000-0000-7000-8000-000000000000';

/** Example input of a call, with placeholders replaced by values of the right kind. */
const exampleOf = (example: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(example), (_, value) => {
    if (!/^\$[A-Z_]+$/.test(value)) return value;
    return value.includes('EMAIL') ? 'ann@example.com' : value.includes('PASSWORD') ? 'a long walk in the rain' : ID;
  });

const valueAt = (body: Record<string, unknown>, path: string): unknown =>
  path.split('.').reduce<unknown>((within, name) => (within as Record<string, unknown>)?.[name], body);

describe('every field of every call, with each kind of value that its document does not allow', () => {
  test.each(fields)('$name: $path', async ({ name, path, call, schema }) => {
    const issuesWith = async (json?: string) => {
      const sent = JSON.parse(bodyWith(exampleOf(call.example), path, json));
      const { error } = await call.input.safeParseAsync(call.adapt?.(sent) ?? sent);
      for (const { message } of error?.issues ?? []) expect([json, message]).toEqual([json, OURS]);
      return error
        ? about(
            error.issues.map((issue) => issue.path.join('.')),
            path,
          )
        : null;
    };
    expect(await issuesWith(JSON.stringify(valueAt(exampleOf(call.example), path)))).toBeNull();
    for (const [what, json] of BAD.filter(([what]) => !BY_THE_READER.includes(what))) {
      if (!fits(`${name}.${path}`, schema, JSON.parse(json)))
        expect([what, await issuesWith(json)]).toEqual([what, new Set([path])]);
    }
  });
});
