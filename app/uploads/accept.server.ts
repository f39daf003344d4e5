import { isUtf8 } from 'node:buffer';
import { type PictureFault, redraw } from '~/platform/images/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { ACCEPTED_FILES, type FileAsked, kindsText, MOST_BYTES, megabytesText } from './acceptedFiles';
import { fileKindOf } from './kind';
import { displayName } from './name';

export type Accepted = {
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf' | 'text/csv';
  /** For showing. */
  name: string;
  /** Of a picture: the digest of its pixels (`platform/images`). */
  pixels?: string;
};

/**
 * A picture as it may be kept: one of the kinds that are asked for, by its content, with at most `MOST_BYTES.picture` and 25
 * megapixels, drawn anew from its pixels (`platform/images`). Refusals carry the field; only the code `busy` is not about the
 * picture.
 */
export async function acceptImage(
  bytes: Uint8Array,
  declaredName: string,
  asked: FileAsked = ACCEPTED_FILES.proof,
): Promise<Result<Accepted>> {
  return await acceptPicture(bytes, declaredName, `${asked.what} must be a ${kindsText(asked.kinds)} picture`, asked);
}

/**
 * A document as it may be kept: a PDF of at most `MOST_BYTES.document`, unchanged (it must only ever be served as an attachment), or
 * a picture under the rules of `acceptImage`.
 */
export async function acceptDocument(
  bytes: Uint8Array,
  declaredName: string,
  asked: FileAsked = ACCEPTED_FILES.document,
): Promise<Result<Accepted>> {
  if (!asked.kinds.includes('pdf') || fileKindOf(bytes) !== 'pdf') {
    return await acceptPicture(bytes, declaredName, `${asked.what} must be a ${kindsText(asked.kinds)} file`, asked);
  }
  if (bytes.length > MOST_BYTES.document) return tooLarge('document', asked);
  return done({ bytes: asBuffer(bytes), type: 'application/pdf', name: displayName(declaredName, 'pdf') });
}

/**
 * Accepts the text of a table unchanged if it is UTF-8 without NUL bytes, is not empty, and has at most
 * `MOST_BYTES.table` bytes. Its contents are checked elsewhere.
 */
export async function acceptTable(
  bytes: Uint8Array,
  declaredName: string,
  asked: FileAsked,
): Promise<Result<Accepted>> {
  if (bytes.length === 0) return refuse('empty', 'The file is empty', asked.field);
  if (bytes.length > MOST_BYTES.table) return tooLarge('table', asked);
  if (!isUtf8(bytes) || bytes.includes(0)) {
    return refuse('wrong-kind', `${asked.what} must be text: save it as CSV in UTF-8`, asked.field);
  }
  return done({ bytes: asBuffer(bytes), type: 'text/csv', name: displayName(declaredName, 'csv') });
}

/** The refusal of a file over its limit, also before it is read. */
export function tooLarge(as: keyof typeof MOST_BYTES, { field, what }: FileAsked) {
  const name = as === 'picture' ? 'The picture' : what;
  return refuse('too-large', `${name} is larger than ${megabytesText(as)}`, field);
}

async function acceptPicture(
  bytes: Uint8Array,
  declaredName: string,
  wrongKind: string,
  asked: FileAsked,
): Promise<Result<Accepted>> {
  if (bytes.length === 0) return refuse('empty', 'The file is empty', asked.field);
  // Size before kind: telling the kind of an SVG reads all of it.
  if (bytes.length > MOST_BYTES.picture) return tooLarge('picture', asked);
  const kind = fileKindOf(bytes);
  if (kind === null || kind === 'pdf' || !asked.kinds.includes(kind))
    return refuse('wrong-kind', wrongKind, asked.field);
  const picture = await redraw(bytes, kind, { fit: asked.fit, square: asked.square });
  if (typeof picture === 'string') return refuse(picture, FAULTS[picture], asked.field);
  const extension = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }[picture.type];
  return done({ ...picture, name: displayName(declaredName, extension) });
}

const FAULTS: Record<PictureFault, string> = {
  'too-many-pixels': 'The picture has more than 25 megapixels',
  unreadable: "The picture is damaged and can't be read",
  'too-slow': 'The picture is too complicated to read',
  busy: 'Many pictures are being read just now. Try again in a minute.',
};

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
