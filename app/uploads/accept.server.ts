import { isUtf8 } from 'node:buffer';
import { type PictureFault, type PictureKind, type RedrawOptions, redraw } from '~/platform/images/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { kindOf } from './kind';
import { displayName } from './name';

export type Accepted = {
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf' | 'text/csv';
  /** For showing. */
  name: string;
};

/** Beside which field a refusal stands, and what the file is called in it. */
export type Asked = { field: string; what: string };

/** How a picture is kept: as it is, unless it is only shown small or as a square. */
export type Cut = Pick<RedrawOptions, 'fit' | 'square'>;

const MEGABYTE = 1024 * 1024;
/** Bytes, of a picture, of a PDF, and of a table as text. */
export const MOST_BYTES = { picture: 5 * MEGABYTE, document: 10 * MEGABYTE, table: 2 * MEGABYTE };

/**
 * A picture as it may be kept: JPG, PNG, SVG or WebP by its content, at most 5 MB and 25 megapixels, drawn anew from its
 * pixels (`platform/images`). Refusals carry the field; only the code `busy` is not about the picture.
 */
export async function acceptImage(
  bytes: Uint8Array,
  declaredName: string,
  asked: Asked & Cut = { field: 'proof', what: 'The proof' },
): Promise<Result<Accepted>> {
  const wrongKind = `${asked.what} must be a JPG, PNG, SVG or WebP picture`;
  return await acceptPicture(bytes, declaredName, ['jpeg', 'png', 'svg', 'webp'], wrongKind, asked);
}

/**
 * A document as it may be kept: a PDF of at most 10 MB, unchanged (it must only ever be served as an attachment), or a JPG
 * or PNG picture under the rules of `acceptImage`.
 */
export async function acceptDocument(
  bytes: Uint8Array,
  declaredName: string,
  asked: Asked = { field: 'document', what: 'The document' },
): Promise<Result<Accepted>> {
  if (kindOf(bytes) !== 'pdf') {
    const wrongKind = `${asked.what} must be a PDF, JPG or PNG file`;
    return await acceptPicture(bytes, declaredName, ['jpeg', 'png'], wrongKind, asked);
  }
  if (bytes.length > MOST_BYTES.document) return tooLarge('document', asked);
  return done({ bytes: asBuffer(bytes), type: 'application/pdf', name: displayName(declaredName, 'pdf') });
}

/** A table as text, as it may be kept: UTF-8 without controls that no table has, of at most 2 MB, unchanged. What it says is not judged. */
export async function acceptTable(bytes: Uint8Array, declaredName: string, asked: Asked): Promise<Result<Accepted>> {
  if (bytes.length === 0) return refuse('empty', 'The file is empty', asked.field);
  if (bytes.length > MOST_BYTES.table) return tooLarge('table', asked);
  if (!isUtf8(bytes) || bytes.includes(0)) {
    return refuse('wrong-kind', `${asked.what} must be text: save it as CSV in UTF-8`, asked.field);
  }
  return done({ bytes: asBuffer(bytes), type: 'text/csv', name: displayName(declaredName, 'csv') });
}

/** The refusal of a file over its limit, also before it is read. */
export function tooLarge(as: keyof typeof MOST_BYTES, { field, what }: Asked) {
  const name = as === 'picture' ? 'The picture' : what;
  return refuse('too-large', `${name} is larger than ${MOST_BYTES[as] / MEGABYTE} MB`, field);
}

async function acceptPicture(
  bytes: Uint8Array,
  declaredName: string,
  kinds: PictureKind[],
  wrongKind: string,
  asked: Asked & Cut,
): Promise<Result<Accepted>> {
  if (bytes.length === 0) return refuse('empty', 'The file is empty', asked.field);
  // Size before kind: telling the kind of an SVG reads all of it.
  if (bytes.length > MOST_BYTES.picture) return tooLarge('picture', asked);
  const kind = kinds.find((each) => each === kindOf(bytes));
  if (!kind) return refuse('wrong-kind', wrongKind, asked.field);
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
