import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** Room for any page, so that React writes it without waiting for a reader, bytes. */
const ROOM = 16 * 1024 * 1024;

/**
 * A document as one piece, drawn to its end: whatever waits inside a `Suspense`, such as the data that Remix hands over to the
 * browser, stands in its place. An error anywhere in it is thrown, so that half a page is never answered.
 * @param nonce what scripts of React's own carry
 */
export const rendered = (page: ReactElement, nonce: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Otherwise what is large comes behind the page, with a script that puts it in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void buffer(pipe(new PassThrough({ highWaterMark: ROOM }))).then(resolve, reject),
      onError: reject,
    });
  });
