import { BrokenFormError, MOST_FIELDS, multipartReader, TooManyFieldsError } from './multipart';

const URLENCODED = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;
/** One parameter, the boundary, of the characters that one may have (RFC 2046, 5.1.1), at most 70. */
const MULTIPART =
  /^multipart\/form-data\s*;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70}))\s*$/i;

const AMPERSAND = '&'.charCodeAt(0);

/**
 * The form that a request brings, read as it arrives: one with more fields than any of ours is refused, and so is one
 * whose Content-Type names two boundaries, or anything else that two readers could take for two different forms. Of a
 * file far over every limit only the beginning is kept, so that memory stays flat and the page can say beside the field
 * what was wrong with it.
 * @throws TooManyFieldsError, or BrokenFormError
 */
export async function readForm(request: globalThis.Request): Promise<FormData> {
  const reader = readerFor(request.headers.get('Content-Type') ?? '');
  if (!request.body) throw new BrokenFormError('no body');
  let fault: unknown = reader ? null : new BrokenFormError('an unclear Content-Type');
  // To its end in any case: a body that is left lying takes the connection with it, and the refusal is never read.
  for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
    if (fault || !reader) continue;
    try {
      reader.push(piece);
    } catch (error) {
      fault = error;
    }
  }
  if (fault || !reader) throw fault;
  return reader.end();
}

type Reader = { push: (piece: Uint8Array) => void; end: () => FormData };

function readerFor(type: string): Reader | null {
  if (URLENCODED.test(type.trim())) return pairsReader();
  const [, quoted, plain] = MULTIPART.exec(type.trim()) ?? [];
  const boundary = quoted ?? plain;
  return boundary === undefined ? null : multipartReader(boundary);
}

/** Reads the fields of a form without files; its length has been bounded before. */
function pairsReader(): Reader {
  const pieces: Uint8Array[] = [];
  let fields = 1;
  return {
    push(piece) {
      for (const byte of piece) if (byte === AMPERSAND) fields += 1;
      if (fields > MOST_FIELDS) throw new TooManyFieldsError();
      pieces.push(piece);
    },
    end() {
      const form = new FormData();
      for (const [name, value] of new URLSearchParams(Buffer.concat(pieces).toString('utf8'))) form.append(name, value);
      return form;
    },
  };
}
