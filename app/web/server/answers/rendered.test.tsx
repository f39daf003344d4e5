import { type ReactNode, Suspense } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { dataScript, renderDocument } from './renderDocument.server';

const html = (body: ReactNode) =>
  renderDocument(
    <html lang="en">
      <body>{body}</body>
    </html>,
  );

function Broken({ error }: { error: unknown }): ReactNode {
  throw error;
}

describe('a document', () => {
  test('is complete, including the content of a Suspense', () => {
    const page = html(
      <Suspense fallback="wait">
        <b>here</b>
      </Suspense>,
    );
    expect(page).toBe('<!DOCTYPE html><html lang="en"><body><!--$--><b>here</b><!--/$--></body></html>');
  });

  const error = new Error('a part that fails');
  test.each([
    ['fails', <Broken key="" error={error} />, 'a part that fails'],
    ['fails inside a Suspense', <Suspense key="">{<Broken error={error} />}</Suspense>, 'could not be rendered'],
    ['waits', <Suspense key="">{<Broken error={Promise.resolve()} />}</Suspense>, 'could not be rendered'],
  ])('is refused if a part %s', (_, body, words) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(() => html(body)).toThrow(words);
  });
});

test('data reach the router in a script that no text in them can close', async () => {
  const pieces = ['["</script><!--é"', ',"\u2028"]'].map((piece) => new TextEncoder().encode(piece));
  const serverHandoffStream = new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece);
      stream.close();
    },
  });
  const script = await dataScript({ serverHandoffStream, renderMeta: { didRenderScripts: true } } as never, 'abc');
  const [, inside = ''] = /^<script nonce="abc">(.*)<\/script>$/.exec(script) ?? [];
  expect(inside).not.toMatch(/[<\u2028]/);
  const provided: string[] = [];
  const controller = { enqueue: (piece: string) => provided.push(piece), close: () => provided.push('closed') };
  new Function('window', inside)({ __remixContext: { streamController: controller } });
  expect(provided).toEqual(['["</script><!--é","\u2028"]', 'closed']);
  expect(await dataScript({ serverHandoffStream, renderMeta: {} } as never, 'abc')).toBe('');
});
