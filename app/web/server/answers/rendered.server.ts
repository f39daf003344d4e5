import { EventEmitter } from 'node:events';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** Renders a document to its end, `Suspense` included. An error anywhere is thrown, so that half a page is never answered. */
export const rendered = (page: ReactElement, nonce: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Otherwise what is large comes behind the page, with a script that puts it in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(new Pieces(resolve, reject) as unknown as NodeJS.WritableStream),
      onError: reject,
    });
  });

/**
 * Destination of a rendering, which drops zero bytes: React 18 pads its chunks of 2,048 bytes with them before a character of
 * several bytes (`writeStringChunk`), and a field would show each as `\uFFFD`.
 */
class Pieces extends EventEmitter {
  private readonly pieces: Uint8Array[] = [];

  constructor(
    private readonly done: (page: Buffer) => void,
    readonly destroy: (error: Error) => void,
  ) {
    super();
  }

  write(piece: Uint8Array): boolean {
    let length = piece.length;
    while (piece[length - 1] === 0) length -= 1;
    this.pieces.push(length === piece.length ? piece : piece.subarray(0, length));
    return true;
  }

  end(): void {
    this.done(Buffer.concat(this.pieces));
  }
}
