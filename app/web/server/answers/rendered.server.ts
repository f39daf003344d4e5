import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { EntryContext } from '../../responses.server';

/** React's mark of a `Suspense` whose content failed, which it has printed, or would have to wait. */
const MISSING = '<!--$!-->';

/** Renders a document as one string, since a stream encodes each attribute separately. A failed render never sends half a page. */
export function rendered(page: ReactElement): string {
  const html = renderToString(page);
  if (html.includes(MISSING)) throw new Error('A part of the page could not be rendered');
  return `<!DOCTYPE html>${html}`;
}

const UNSAFE = /[<\u2028\u2029]/g;

/** Writes the script that gives the router of a page with `Scripts` the data of the loaders, as Remix's `StreamTransfer` does. */
export async function dataScript(
  { renderMeta, serverHandoffStream }: EntryContext,
  nonce: string | undefined,
): Promise<string> {
  if (!renderMeta?.didRenderScripts || !serverHandoffStream) return '';
  const data = JSON.stringify(await text(serverHandoffStream as never)).replace(
    UNSAFE,
    (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const stream = 'window.__remixContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${data});${stream}.close();</script>`;
}
