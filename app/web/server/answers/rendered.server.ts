/** Characters that could end a script early or begin a comment in it. */
const MARKUP = /[&<>\u2028\u2029]/g;

const asScript = (text: string): string =>
  JSON.stringify(text).replace(MARKUP, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The data of a page's loaders, for the scripts that take the page over in the browser: as Remix's own component sends it
 * (`StreamTransfer` of `RemixServer`), in one piece.
 * @param handover what Remix has made of the data
 */
export async function handoverScripts(handover: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  const reader = handover.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
  const data = asScript(Buffer.concat(pieces).toString());
  return `<script nonce="${nonce}">window.__remixContext.streamController.enqueue(${data});window.__remixContext.streamController.close();</script>`;
}

/** A document with these scripts as the last of its body. */
export function withScripts(page: string, scripts: string): string {
  const end = page.lastIndexOf('</body>');
  return end < 0 ? page + scripts : page.slice(0, end) + scripts + page.slice(end);
}
