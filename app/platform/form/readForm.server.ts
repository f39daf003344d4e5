/** From here on, bytes, a body is not kept whole. Below it holds the largest file that may be kept (10 MB). */
const LARGE = 11 * 1024 * 1024;
/** Of the end of a large body, bytes: the fields that stand behind its file. */
const TAIL = 64 * 1024;

/** More than any form of ours has. */
const MOST_FIELDS = 100;

export class TooManyFieldsError extends Error {
  override name = 'TooManyFieldsError';
}

/**
 * The form that a request brings. Of one with a file far over every limit the middle is dropped while it arrives: what is
 * left is still a form, whose file is still too large. So memory stays flat, the page can say beside the field what was
 * wrong with it, and what was typed is kept. One with more fields than any of ours is not parsed at all.
 */
export async function readForm(request: globalThis.Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!request.body) return await request.formData();
  const fieldsIn = fieldCounter(type);
  const head: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let tail = Buffer.alloc(0);
  let fields = 0;
  // To its end in any case: a body that is left lying takes the connection with it, and nobody reads the refusal.
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    fields = fieldsIn(part);
    if (fields > MOST_FIELDS) {
      head.length = 0;
      continue;
    }
    const room = Math.max(0, LARGE - bytes);
    if (room > 0) head.push(new Uint8Array(part.subarray(0, room)));
    if (part.length > room) tail = Buffer.concat([tail, part.subarray(room)]).subarray(-TAIL);
    bytes += part.length;
  }
  if (fields > MOST_FIELDS) throw new TooManyFieldsError();
  return await new Response(new Blob([...head, tail]), { headers: { 'Content-Type': type } }).formData();
}

/** Counts the fields of a form, at least, by what stands between them, as its bytes arrive. */
function fieldCounter(type: string): (part: Uint8Array) => number {
  const boundary = /^multipart\/form-data\b.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  const mark = Buffer.from(boundary ? `--${boundary[1] ?? boundary[2]}` : '&');
  // Of n fields, n + 1 boundaries stand around them, and n - 1 ampersands between.
  let fields = boundary ? -1 : 1;
  let rest = Buffer.alloc(0);
  return (part) => {
    const bytes = Buffer.concat([rest, part]);
    let end = 0;
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, end)) {
      fields += 1;
      end = at + mark.length;
    }
    // What could be the beginning of one that goes on in the next part.
    rest = bytes.subarray(Math.max(end, bytes.length - mark.length + 1));
    return fields;
  };
}
