import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { MAX_MEGAPIXELS, type PictureFault, type PictureKind, redraw } from '~/platform/images/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { HEIC_REFUSAL } from '~/platform/text/heicRefusal';
import { ACCEPTED_FILES, type AcceptedFile, fileKindsText, MAX_BYTES_BY_KIND, megabytesText } from './acceptedFiles';
import { displayName } from './name';

export type AcceptedUpload = {
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf' | 'text/csv';
  name: string;
  pixels?: string;
};

/**
 * Validates a picture and redraws it (`platform/images`). A refusal names the field, except `busy`, which does not
 * concern the picture.
 */
export async function acceptImage(
  bytes: Uint8Array,
  declaredName: string,
  allowed: AcceptedFile = ACCEPTED_FILES.proof,
): Promise<Result<AcceptedUpload>> {
  return await acceptPicture(
    bytes,
    declaredName,
    `${allowed.what} must be a ${fileKindsText(allowed.kinds)} picture`,
    allowed,
  );
}

/** Validates a document: a picture (`acceptImage`), or a PDF, which is stored unchanged and must only be served as an attachment. */
export async function acceptDocument(
  bytes: Uint8Array,
  declaredName: string,
  allowed: AcceptedFile = ACCEPTED_FILES.document,
): Promise<Result<AcceptedUpload>> {
  if (!allowed.kinds.includes('pdf') || fileKindOf(bytes) !== 'pdf') {
    return await acceptPicture(
      bytes,
      declaredName,
      `${allowed.what} must be a ${fileKindsText(allowed.kinds)} file`,
      allowed,
    );
  }
  if (bytes.length > MAX_BYTES_BY_KIND.document) return refuseTooLarge('document', allowed);
  return done({ bytes: asBuffer(bytes), type: 'application/pdf', name: displayName(declaredName, 'pdf') });
}

/** Accepts a table that is non-empty text without NUL characters, and stores it as UTF-8. Its contents are validated elsewhere. */
export async function acceptTable(
  bytes: Uint8Array,
  declaredName: string,
  allowed: AcceptedFile,
): Promise<Result<AcceptedUpload>> {
  if (bytes.length === 0) return refuse('empty', 'The file is empty', allowed.field);
  if (bytes.length > MAX_BYTES_BY_KIND.table) return refuseTooLarge('table', allowed);
  const text = decodeText(bytes);
  if (!text) return refuse('wrong-kind', `${allowed.what} must be text: save it as CSV in UTF-8`, allowed.field);
  return done({ bytes: text, type: 'text/csv', name: displayName(declaredName, 'csv') });
}

const NOT_TEXT_MESSAGE = /(?![\t\n\r\f\v])\p{Cc}/u;

/** Decodes UTF-8, UTF-16 or Windows-1252 text; null for binary data. */
function decodeText(bytes: Uint8Array): Buffer | null {
  if (isUtf8(bytes) && !bytes.includes(0)) return asBuffer(bytes);
  const wide = wideEncoding(bytes);
  // Many versions of Node's decoder treat Windows-1252 as Latin-1, so that € and ’ become control characters.
  const text = iconv.decode(asBuffer(bytes), wide ?? 'windows-1252');
  return NOT_TEXT_MESSAGE.test(text) || text.includes('\ufffd') ? null : Buffer.from(text);
}

/** Returns the UTF-16 variant of a file by its first two bytes: a byte order mark, or a letter of the header. */
function wideEncoding([one, two]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((one === 0xff && two === 0xfe) || (one && two === 0)) return 'utf-16le';
  return (one === 0xfe && two === 0xff) || (one === 0 && two) ? 'utf-16be' : null;
}

export function refuseTooLarge(as: keyof typeof MAX_BYTES_BY_KIND, { field, what }: AcceptedFile) {
  const name = as === 'picture' ? 'The picture' : what;
  return refuse('too-large', `${name} is larger than ${megabytesText(as)}`, field);
}

async function acceptPicture(
  bytes: Uint8Array,
  declaredName: string,
  wrongKind: string,
  allowed: AcceptedFile,
): Promise<Result<AcceptedUpload>> {
  if (bytes.length === 0) return refuse('empty', 'The file is empty', allowed.field);
  // Checks the size before the type, since recognising an SVG reads the whole file.
  if (bytes.length > MAX_BYTES_BY_KIND.picture) return refuseTooLarge('picture', allowed);
  const kind = fileKindOf(bytes);
  if (isHeic(bytes)) return refuse('wrong-kind', HEIC_REFUSAL, allowed.field);
  const svgFault = allowed.kinds.includes('svg') && kind === 'svg' ? findSvgFault(bytes) : null;
  if (svgFault) return refuse('wrong-kind', svgFault, allowed.field);
  if (kind === null || kind === 'pdf' || !allowed.kinds.includes(kind))
    return refuse('wrong-kind', wrongKind, allowed.field);
  const picture = await redraw(bytes, kind, {
    fit: allowed.fit,
    square: allowed.square,
    renderOwner: allowed.renderOwner,
  });
  if (typeof picture === 'string') return refuse(picture, PICTURE_FAULT_TEXTS[picture], allowed.field);
  const extension = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }[picture.type];
  return done({ ...picture, name: displayName(declaredName, extension) });
}

const PICTURE_FAULT_TEXTS: Record<PictureFault, string> = {
  'too-many-pixels': `The picture has more than ${MAX_MEGAPIXELS} megapixels`,
  unreadable: 'The picture is damaged and can’t be read',
  'too-slow': 'The picture is too complicated to read',
  busy: 'Many pictures are being read just now. Try again in a minute.',
};

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns a file's type by its signature. A library would run two hundred parsers over hostile bytes. */
function fileKindOf(bytes: Uint8Array): PictureKind | 'pdf' | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (latin1Text(bytes, 0, 4) === 'RIFF' && latin1Text(bytes, 8, 12) === 'WEBP') return 'webp';
  if (latin1Text(bytes, 0, 5) === '%PDF-') return 'pdf';
  return isSvg(bytes) ? 'svg' : null;
}

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const latin1Text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Returns whether a file is HEIC, a phone format that browsers can't show: an ISO media file with one of its brands. */
const isHeic = (bytes: Uint8Array): boolean =>
  latin1Text(bytes, 4, 8) === 'ftyp' && /^(hei[cx]|he[iv]m|hev[cx]|mif1|msf1)$/.test(latin1Text(bytes, 8, 12));

/** Returns whether a file is an SVG, by its root element. `findSvgFault` decides whether it may be rendered. */
function isSvg(bytes: Uint8Array): boolean {
  // The first non-space character decides nearly every file, without decoding all of it.
  const first = bytes.subarray(0, 1000).find((byte) => ![0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf].includes(byte));
  return (
    first === 0x3c &&
    /^<([\w.-]+:)?svg[\s/>]/.test(
      afterProlog(
        Buffer.from(bytes)
          .toString()
          .replace(/^\ufeff/, ''),
      ),
    )
  );
}

/**
 * Returns why an SVG is refused: parsers read its text differently, or it has declarations, which can expand or read files. Null
 * otherwise.
 */
function findSvgFault(bytes: Uint8Array): string | null {
  const text = isUtf8(bytes) ? Buffer.from(bytes).toString() : null;
  const encoding = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/i.exec(text ?? '')?.[1] ?? 'utf-8';
  if (text === null || !/^(utf-?8|(us-)?ascii)$/i.test(encoding))
    return 'The SVG is not in UTF-8. Save it as UTF-8, or as PNG.';
  if (/<!ENTITY/i.test(text)) return 'The SVG declares entities, which are not read. Save it as plain SVG, or as PNG.';
  if (/<!DOCTYPE[^>]*\[/i.test(text))
    return 'The SVG has a DOCTYPE with declarations, which are not read. Save it as plain SVG, or as PNG.';
  return null;
}

const afterProlog = (text: string): string =>
  text.replace(/^(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?:[^>[]*\[.*?\]\s*|[^>[]*)>)*/is, '');
