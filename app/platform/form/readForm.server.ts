/** From here on, bytes, a body is not kept whole. Below it holds the largest file that may be kept (10 MB). */
const LARGE = 11 * 1024 * 1024;
/** Of the end of a large body, bytes: the fields that stand behind its file. */
const TAIL = 64 * 1024;

/**
 * The form that a request brings. Of one with a file far over every limit the middle is dropped while it arrives: what is
 * left is still a form, whose file is still too large. So memory stays flat, the page can say beside the field what was
 * wrong with it, and what was typed is kept.
 */
export function readForm(request: globalThis.Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? '';
  const isLarge = /^multipart\/form-data\b/i.test(type) && Number(request.headers.get('Content-Length')) > LARGE;
  return isLarge && request.body ? readShortened(request.body, type) : request.formData();
}

async function readShortened(body: ReadableStream<Uint8Array>, type: string): Promise<FormData> {
  const head: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let tail = Buffer.alloc(0);
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    const room = Math.max(0, LARGE - bytes);
    if (room > 0) head.push(new Uint8Array(part.subarray(0, room)));
    if (part.length > room) tail = Buffer.concat([tail, part.subarray(room)]).subarray(-TAIL);
    bytes += part.length;
  }
  return await new Response(new Blob([...head, tail]), { headers: { 'Content-Type': type } }).formData();
}
