/** More than any form of ours has, its file among them. */
export const MOST_FIELDS = 100;
/** Bytes, of the lines above one part: three short ones, in a browser's form. */
const MOST_HEADER = 4 * 1024;
/** Bytes kept of the files of one form. The largest that may be kept has 10 MB; of a larger one the beginning is kept. */
const MOST_OF_FILES = 11 * 1024 * 1024;
/** Bytes of all the other fields of one form together. */
const MOST_TEXT = 64 * 1024;

export class BrokenFormError extends Error {
  override name = 'BrokenFormError';
}

export class TooManyFieldsError extends Error {
  override name = 'TooManyFieldsError';
}

type Part = { name: string; filename?: string; type: string; pieces: Uint8Array<ArrayBuffer>[] };

/**
 * Reads a multipart form as it arrives, piece by piece, so that no body costs more at once than one piece of it: the
 * parts are counted while they are read, the lines above each are bounded, and of a file far over every limit only as
 * much is kept as shows that it is too large. Ours, since the parser of `Request.formData` takes a form whole and has
 * no limits.
 * @param boundary the one of the request's Content-Type
 * @param onPart told of each part when it begins, for tests
 */
export function multipartReader(boundary: string, onPart: () => void = () => {}) {
  const opening = Buffer.from(`--${boundary}`);
  const between = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let state: 'opening' | 'mark' | 'header' | 'body' | 'end' = 'opening';
  let rest: Buffer = Buffer.alloc(0);
  const kept = { files: 0, text: 0 };
  /** Of a part's bytes at hand, how many are the line break above it. */
  let skip = 0;

  function keep(bytes: Buffer): void {
    const part = parts.at(-1);
    if (!part) return;
    if (part.filename === undefined) {
      kept.text += bytes.length;
      if (kept.text > MOST_TEXT) throw new BrokenFormError('more text than a form may hold');
      part.pieces.push(new Uint8Array(bytes));
      return;
    }
    const room = bytes.subarray(0, MOST_OF_FILES - kept.files);
    kept.files += room.length;
    // A copy: a view would keep all of the piece that it is a part of.
    if (room.length > 0) part.pieces.push(new Uint8Array(room));
  }

  /** Does what the bytes at hand allow; true when there may be more to do. */
  function step(): boolean {
    switch (state) {
      case 'opening':
        if (rest.length < opening.length) return false;
        if (!rest.subarray(0, opening.length).equals(opening))
          throw new BrokenFormError('no boundary at its beginning');
        rest = rest.subarray(opening.length);
        state = 'mark';
        return true;
      case 'mark': {
        if (rest.length < 2) return false;
        const mark = rest.toString('latin1', 0, 2);
        if (mark !== '\r\n' && mark !== '--') throw new BrokenFormError('neither a part nor the end after a boundary');
        if (mark === '\r\n' && parts.length >= MOST_FIELDS) throw new TooManyFieldsError();
        rest = rest.subarray(2);
        state = mark === '--' ? 'end' : 'header';
        return true;
      }
      case 'header': {
        const end = rest.subarray(0, MOST_HEADER).indexOf('\r\n\r\n');
        if (end < 0 && rest.length >= MOST_HEADER) throw new BrokenFormError('too much above a part');
        if (end < 0) return false;
        parts.push(partOf(rest.toString('utf8', 0, end)));
        onPart();
        // The line break stays: the boundary of an empty part follows it at once.
        rest = rest.subarray(end + 2);
        state = 'body';
        skip = 2;
        return true;
      }
      case 'body': {
        const end = rest.indexOf(between);
        // What could be the beginning of a boundary waits for the next piece.
        const upTo = end < 0 ? Math.max(0, rest.length - between.length + 1) : end;
        if (upTo > skip) keep(rest.subarray(skip, upTo));
        if (end < 0) {
          skip = Math.max(0, skip - upTo);
          rest = rest.subarray(upTo);
          return false;
        }
        rest = rest.subarray(end + between.length);
        state = 'mark';
        return true;
      }
      default:
        rest = Buffer.alloc(0);
        return false;
    }
  }

  return {
    push(piece: Uint8Array): void {
      rest = rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      while (step());
    },
    /** The form, once all of it has arrived. */
    end(): FormData {
      if (state !== 'end') throw new BrokenFormError('it ends in its middle');
      const form = new FormData();
      for (const { name, filename, type, pieces } of parts) {
        if (filename === undefined) form.append(name, Buffer.concat(pieces).toString('utf8'));
        else form.append(name, new File(pieces, filename, { type }));
      }
      return form;
    },
  };
}

const NAME = /^form-data\s*;\s*name="([^"]*)"(?:\s*;\s*filename="([^"]*)")?(?:\s*;\s*filename\*=[\w'%.-]*)?\s*$/i;

/** What the lines above a part say: its name, and of a file what it is called. */
function partOf(header: string): Part {
  let disposition: RegExpExecArray | null = null;
  let type = 'application/octet-stream';
  for (const line of header.split('\r\n')) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    if (colon < 1) throw new BrokenFormError('a line above a part that is no header');
    if (name === 'content-type') type = value;
    if (name !== 'content-disposition') continue;
    if (disposition) throw new BrokenFormError('a part with two names');
    disposition = NAME.exec(value);
    if (!disposition) throw new BrokenFormError('a part without a name');
  }
  if (!disposition) throw new BrokenFormError('a part without a name');
  const [, name = '', filename] = disposition;
  // A file field that was left empty is a file without a name.
  return {
    name: unescaped(name),
    filename: filename === undefined ? undefined : unescaped(filename),
    type,
    pieces: [],
  };
}

/** As browsers write what would end a name. */
const unescaped = (name: string) =>
  name.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
