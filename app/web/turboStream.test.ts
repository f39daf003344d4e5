import { createRequire } from 'node:module';
import * as vendoredImport from 'turbo-stream';
import { describe, expect, test } from 'vitest';

/** Returns a sparse list. */
const holed = (shared: object): unknown[] => {
  const list: unknown[] = [shared, shared];
  list[3] = null;
  list[4] = undefined;
  return list;
};

describe.each([
  ['import', vendoredImport],
  ['require', createRequire(import.meta.url)('turbo-stream') as typeof vendoredImport],
])('the vendored turbo-stream decodes what is encoded by %s', (_how, { encode, decode }) => {
  const again = async (value: unknown) => {
    const bytes = new Uint8Array(await new Response(encode(value)).arrayBuffer());
    const pieces = new ReadableStream<Uint8Array>({
      start(stream) {
        for (let at = 0; at < bytes.length; at += 4_096) stream.enqueue(bytes.subarray(at, at + 4_096));
        stream.close();
      },
    });
    const decoded = await decode(pieces);
    await decoded.done;
    return { text: new TextDecoder().decode(bytes), value: decoded.value };
  };
  const decodeText = async (text: string) => (await decode(new Blob([text]).stream())).value;

  test('deep and wide data is encoded and decoded', async () => {
    let deep: { within?: unknown } = {};
    for (let level = 0; level < 50_000; level++) deep = { within: [deep] };
    let inner = (await again(deep)).value as { within?: unknown[] };
    let levels = 0;
    for (; inner.within; levels++) inner = inner.within[0] as { within?: unknown[] };
    expect(levels).toBe(50_000);
    const wide = Array.from({ length: 50_000 }, (_, at) => ({ at, name: `n${at}` }));
    const startedAt = performance.now();
    expect(((await again({ wide })).value as { wide: unknown[] }).wide).toHaveLength(50_000);
    // The published version takes about ten times as long, and its time grows quadratically.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('other data is encoded as by the published version', async () => {
    const shared = { a: 1 };
    const value = { list: holed(shared), at: new Date(0), map: new Map([['k', [1n]]]), again: 'a' };
    const { text, value: back } = await again(value);
    expect(back).toEqual(value);
    expect(text).toBe(
      '[{"_1":2,"_6":7,"_8":9,"_13":4},"list",[3,3,-1,-5,-7],{"_4":5},"a",1,"at",["D",0],"map",["M",10,11],"k",[12],["B","1"],"again"]\n',
    );
  });

  test('promises resolve later, and values that can’t be encoded are refused', async () => {
    const value = (await again({ later: Promise.resolve({ deep: [1] }) })).value as { later: Promise<unknown> };
    expect(await value.later).toEqual({ deep: [1] });
    await expect(again({ no: () => {} })).rejects.toThrow('Cannot encode function');
  });

  test('an error in a stream is created by an error constructor only', async () => {
    expect(await decodeText('[["E","no","TypeError"]]\n')).toBeInstanceOf(TypeError);
    for (const name of ['Function', 'Worker', 'EventSource', 'constructor']) {
      const error = await decodeText(`[["E","no","${name}"]]\n`);
      expect([name, Object.getPrototypeOf(error)]).toEqual([name, Error.prototype]);
    }
    const object = (await decodeText('[{"_1":2},"__proto__",{"_3":4},"admin",true]\n')) as { admin?: boolean };
    expect([Object.getPrototypeOf(object), object.admin]).toEqual([Object.prototype, undefined]);
  });
});
