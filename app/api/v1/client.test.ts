import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { createV1Document, REPETITION_RULE } from './document.server';

type Response = { description: string; content?: object };
type Operation = { responses: Record<string, Response | { $ref: string }>; parameters: { $ref?: string }[] };
type Document = { components: { responses?: object }; paths: Record<string, Record<string, Operation>> };

/** Matches generated lines that carry no information: absent fields, and response headers, which the client does not type. */
const SAYS_NOTHING = [
  /^ *\w+\?: never;\n/gm,
  /^ *(headers|parameters): \{\n( *\[name: string\]: unknown;\n)? *\};\n/gm,
  /^ *\/\*\* @description Done \*\/\n/gm,
];

/** Generates the types of the client package from the document; all refusals have one type. */
async function typesOfClient(): Promise<string> {
  const document = createV1Document('https://example.com') as Document;
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  document.components.responses = { Refused: { description: 'Refused', content } };
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const { content: answered } = operation.responses[200] as Response;
    // Programs that cache answers send it by the options of openapi-fetch.
    operation.parameters = operation.parameters.filter(({ $ref = '' }) => !$ref.endsWith('IfNoneMatch'));
    operation.responses = {
      200: { description: 'Done', content: answered },
      default: { $ref: '#/components/responses/Refused' },
    };
  }
  const plain = JSON.stringify(document, (name, value) =>
    name === 'example' || value === REPETITION_RULE ? undefined : value,
  );
  const written = astToString(await openapiTS(plain)).replace(/^( +)/gm, (indent) => ' '.repeat(indent.length / 2));
  return SAYS_NOTHING.reduce((text, nothing) => text.replace(nothing, ''), written);
}

test('the types of the client package are those of the document; `npm run client` writes them', async () => {
  await expect(await typesOfClient()).toMatchFileSnapshot('../../../clients/typescript/schema.d.ts');
});
