import { describe, expect, test } from 'vitest';
import { handoverScripts, withScripts } from './rendered.server';

const streamOf = (...pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

describe('the data that a page hands over', () => {
  test('is one script, whatever its pieces, and holds nothing that a page could take for markup', async () => {
    const data = '[{"_1":2},"</script><!-- <script> & \u2028 é 😀"]\n';
    const bytes = Buffer.from(data);
    // Cut within the bytes of a character.
    const at = bytes.indexOf(Buffer.from('😀')) + 2;
    const scripts = await handoverScripts(streamOf(bytes.subarray(0, at), bytes.subarray(at)), 'abc');
    const [, inside = ''] = /^<script nonce="abc">(.*)<\/script>$/s.exec(scripts) ?? [];
    expect(inside).not.toMatch(/[<>&\u2028]/);
    const taken: string[] = [];
    let closed = false;
    const streamController = {
      enqueue: (piece: string) => taken.push(piece),
      close: () => {
        closed = true;
      },
    };
    new Function('window', inside)({ __remixContext: { streamController } });
    expect([taken, closed]).toEqual([[data], true]);
  });

  test('comes last in the body', () => {
    expect(withScripts('<html><body><p>"</body>"</p></body></html>', '<i>')).toBe(
      '<html><body><p>"</body>"</p><i></body></html>',
    );
  });
});
