import { Dicer } from '@fastify/busboy';
import { MAX_UPLOAD_BODY_BYTES } from '~/uploads/acceptedFiles';
import { parseContentType, parseParameters } from '../headerParameters';

export const MAX_FIELDS = 100;
/** Largest size of one part's headers, bytes; a browser sends three short lines. */
export const MAX_HEADER_BYTES = 4 * 1024;
export const MAX_FIELD_BYTES = 64 * 1024;

export class BrokenFormError extends Error {
  override name = 'BrokenFormError';
}

export class TooManyFieldsError extends Error {
  override name = 'TooManyFieldsError';
  override message = `more than ${MAX_FIELDS} fields`;
}

const BOUNDARY_PATTERN = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

const AMPERSAND_CODE = '&'.charCodeAt(0);

/** Parses a form as a stream with constant memory. Throws TooManyFieldsError or BrokenFormError. */
export async function readForm(request: globalThis.Request): Promise<FormData> {
  if (!request.body) throw new BrokenFormError('no body');
  let reader: BodyReader | null = null;
  let fault: unknown = null;
  try {
    reader = createReader(request.headers.get('Content-Type') ?? '');
  } catch (error) {
    fault = error;
  }
  // Reads the body to its end even after a fault, because closing the connection early would prevent the client from
  // reading the answer.
  for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
    if (fault) continue;
    try {
      await reader?.push(piece);
    } catch (error) {
      fault = error;
    }
  }
  if (fault || !reader) throw fault;
  return await reader.end();
}

type BodyReader = {
  push: (piece: Uint8Array) => void | Promise<void>;
  end: () => FormData | Promise<FormData>;
};

function createReader(header: string): BodyReader {
  const type = parseContentType(header);
  if (type?.value === 'application/x-www-form-urlencoded' && !type.parameters.has('boundary'))
    return createUrlEncodedReader();
  const boundary = type?.parameters.get('boundary');
  if (type?.value !== 'multipart/form-data' || boundary === undefined || !BOUNDARY_PATTERN.test(boundary)) {
    throw new BrokenFormError('an unclear Content-Type');
  }
  return createMultipartReader(boundary);
}

function createUrlEncodedReader(): BodyReader {
  const pieces: Uint8Array[] = [];
  let fields = 1;
  return {
    push(piece) {
      for (const byte of piece) if (byte === AMPERSAND_CODE) fields += 1;
      if (fields > MAX_FIELDS) throw new TooManyFieldsError();
      pieces.push(piece);
    },
    end() {
      const form = new FormData();
      for (const [name, value] of new URLSearchParams(Buffer.concat(pieces).toString('utf8'))) form.append(name, value);
      return form;
    },
  };
}

type Part = { name: string; filename?: string; type: string; pieces: Uint8Array<ArrayBuffer>[] };

/** Reads a form with files. Limits and names are checked here, because busboy itself drops a part without a name. */
function createMultipartReader(boundary: string): BodyReader {
  const parts: Part[] = [];
  const stored = { files: 0, text: 0 };
  let partCount = 0;
  let fault: unknown = null;

  function storeBytes({ filename, pieces }: Part, bytes: Buffer): void {
    if (filename === undefined) {
      stored.text += bytes.length;
      if (stored.text > MAX_FIELD_BYTES)
        throw new BrokenFormError(`more than ${MAX_FIELD_BYTES / 1024} KB in fields that are no file`);
    }
    const accepted = filename === undefined ? bytes : bytes.subarray(0, MAX_UPLOAD_BODY_BYTES - stored.files);
    if (filename !== undefined) stored.files += accepted.length;
    // Copies the bytes; a view would keep the whole chunk of the body in memory.
    if (accepted.length > 0) pieces.push(new Uint8Array(accepted));
  }

  const orFault =
    <A>(work: (argument: A) => void) =>
    (argument: A): void => {
      if (fault) return;
      try {
        work(argument);
      } catch (error) {
        fault = error;
      }
    };

  const dicer = new Dicer({
    boundary,
    maxHeaderSize: MAX_HEADER_BYTES,
    partHwm: MAX_UPLOAD_BODY_BYTES,
  } as Dicer.Config);
  const finished = new Promise<void>((resolve) => {
    dicer.once('finish', resolve);
    dicer.on('error', (error) => {
      fault ??= new BrokenFormError('its end or one of its boundaries is missing', { cause: error });
      resolve();
    });
  });
  dicer.on('part', (stream) => {
    partCount += 1;
    if (partCount > MAX_FIELDS) fault ??= new TooManyFieldsError();
    let part: Part | null = null;
    stream.on(
      'header',
      orFault((header: object) => {
        part = parsePartHeader(header as PartHeader);
        parts.push(part);
      }),
    );
    stream.on(
      'data',
      orFault((bytes) => part && storeBytes(part, bytes as Buffer)),
    );
    // The parser reports this fault too.
    stream.on('error', () => {});
  });

  return {
    async push(piece) {
      const written = new Promise<void>((resolve) => {
        dicer.write(piece, () => resolve());
      });
      // The parser may not confirm the chunk that ends the form.
      await Promise.race([written, finished]);
      if (fault) throw fault;
    },
    async end() {
      dicer.end();
      await finished;
      if (parts.length < partCount) fault ??= new BrokenFormError('a part without headers');
      if (fault) throw fault;
      const form = new FormData();
      for (const { name, filename, type, pieces } of parts) {
        if (filename === undefined) form.append(name, Buffer.concat(pieces).toString('utf8'));
        else form.append(name, new File(pieces, filename, { type }));
      }
      return form;
    },
  };
}

/** Headers of a part by lower-case name, each with its values. Bytes are decoded as Latin-1. */
type PartHeader = Record<string, string[] | undefined>;

/** Returns the name of a part and, for a file, its name and type. `filename*` (RFC 5987) may accompany or replace `filename`. */
function parsePartHeader({ 'content-disposition': dispositions = [], 'content-type': types = [] }: PartHeader): Part {
  const disposition = dispositions.length === 1 ? parseParameters(dispositions[0] ?? '') : null;
  const name = disposition?.parameters.get('name');
  if (disposition?.value !== 'form-data' || name === undefined) {
    throw new BrokenFormError('a part without a name, or with two');
  }
  const filename = disposition.parameters.get('filename');
  const extended = decodeExtended(disposition.parameters.get('filename*'));
  return {
    name: decodeFieldName(name),
    // An empty name means that the file field was left empty.
    filename: extended ?? (filename === undefined ? undefined : decodeFieldName(filename)),
    type: types.at(-1) ?? 'application/octet-stream',
    pieces: [],
  };
}

/** Decodes `utf-8'en'na%C3%AFve.png`; undefined for anything else. */
function decodeExtended(value = ''): string | undefined {
  const [, encoded] = /^utf-?8'[^']*'(.+)$/i.exec(value) ?? [];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const decodeFieldName = (name: string): string =>
  Buffer.from(name, 'latin1')
    .toString('utf8')
    .replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
