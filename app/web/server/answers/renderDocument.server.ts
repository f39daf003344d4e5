import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { EntryContext } from '../../responses.server';

/** React's marker of a `Suspense` boundary whose content failed or is still pending. */
const FAILED_BOUNDARY = '<!--$!-->';

/** Renders a document as one string, which is faster than a stream. A failed render never sends half a page. */
export function renderDocument(page: ReactElement): string {
  const html = renderToString(page);
  if (html.includes(FAILED_BOUNDARY)) throw new Error('A part of the page could not be rendered');
  return `<!DOCTYPE html>${html}`;
}

const UNSAFE_IN_SCRIPT = /[<\u2028\u2029]/g;

/** Returns the script that passes the loaders' data to the router of a page with `Scripts`, as Remix's `StreamTransfer` does. */
export async function dataScript(
  { renderMeta, serverHandoffStream }: EntryContext,
  nonce: string | undefined,
): Promise<string> {
  if (!renderMeta?.didRenderScripts || !serverHandoffStream) return '';
  const data = JSON.stringify(await text(serverHandoffStream as never)).replace(
    UNSAFE_IN_SCRIPT,
    (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const stream = 'window.__remixContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${data});${stream}.close();</script>`;
}
