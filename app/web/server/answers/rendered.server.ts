import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** Buffer for any page, so that React writes it without waiting for a reader, bytes. */
const ROOM = 16 * 1024 * 1024;

/**
 * Renders a document to its end, `Suspense` included. An error anywhere in it is thrown, so that half a page is never answered.
 * @param nonce what scripts of React's own carry
 */
export const rendered = (page: ReactElement, nonce: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Otherwise what is large comes behind the page, with a script that puts it in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () =>
        void buffer(pipe(new PassThrough({ highWaterMark: ROOM })))
          .then(withoutNulls)
          .then(resolve, reject),
      onError: reject,
    });
  });

/**
 * React 18 writes a page in pieces of 2,048 bytes, and fills a piece up with zero bytes where a character of several bytes does not fit
 * into it any more (`writeStringChunk`). In a value of a field a browser would show each as `\uFFFD`. A page has no others.
 */
const withoutNulls = (page: Buffer): Buffer =>
  page.includes(0) ? Buffer.from(page.filter((byte) => byte !== 0)) : page;
