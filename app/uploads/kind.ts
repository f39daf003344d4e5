import type { PictureKind } from '~/platform/images/index.server';

/**
 * What a file is, by its content alone; null for everything that no form of ours takes. Four signatures and a look at
 * an SVG's beginning: a library that knows two hundred formats would run two hundred parsers over hostile bytes to tell
 * us no more.
 */
export function fileKindOf(bytes: Uint8Array): PictureKind | 'pdf' | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp';
  if (latin(bytes, 0, 5) === '%PDF-') return 'pdf';
  return isSvg(bytes) ? 'svg' : null;
}

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/**
 * Is it an SVG that may be drawn? In UTF-8, so that what is looked at here is what the parser will read, its root an `svg`
 * element, and without declarations of its own: entities are how XML explodes and how it reaches for other files.
 */
function isSvg(bytes: Uint8Array): boolean {
  // The first character that is not white space settles it for nearly everything else, before the whole is decoded.
  const first = bytes.subarray(0, 1000).find((byte) => ![0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf].includes(byte));
  if (first !== 0x3c) return false;
  const text = utf8(bytes);
  if (text === null || /<!ENTITY/i.test(text)) return false;
  const encoding = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1];
  if (encoding !== undefined && !/^(utf-?8|(us-)?ascii)$/i.test(encoding)) return false;
  const root = afterProlog(text);
  return root !== null && /^<([\w.-]+:)?svg[\s/>]/.test(root);
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text from its root element on: past declaration, comments and a plain DOCTYPE; null when there is more before it. */
function afterProlog(text: string): string | null {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<?')
      ? past(rest, '?>')
      : rest.startsWith('<!--')
        ? past(rest, '-->')
        : /^<!DOCTYPE/i.test(rest)
          ? pastPlainDoctype(rest)
          : 0;
    if (end === null) return null;
    if (end === 0) return rest;
    rest = rest.slice(end).trimStart();
  }
}

function past(text: string, mark: string): number | null {
  const found = text.indexOf(mark);
  return found < 0 ? null : found + mark.length;
}

/** A DOCTYPE that only names the format passes; one with declarations of its own (`[`) does not. */
function pastPlainDoctype(text: string): number | null {
  const end = past(text, '>');
  return end === null || text.slice(0, end).includes('[') ? null : end;
}
