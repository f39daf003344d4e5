import { HOUR } from '~/platform/durations';
import type { RenderOwner } from '~/platform/images/renderScheduler';

/* Files that forms accept. A new type must be recognised in `accept.server.ts` and, if it is a picture, rendered in `platform/images`. */

/** Shortest time for which the address of a profile picture works without a session, milliseconds. */
export const PICTURE_LINK_MIN_MS = HOUR;

const FILE_KINDS = {
  jpeg: { name: 'JPG', accept: ['image/jpeg', '.jpg', '.jpeg'], judgedAs: 'picture' },
  png: { name: 'PNG', accept: ['image/png', '.png'], judgedAs: 'picture' },
  svg: { name: 'SVG', accept: ['image/svg+xml', '.svg'], judgedAs: 'picture' },
  webp: { name: 'WebP', accept: ['image/webp', '.webp'], judgedAs: 'picture' },
  pdf: { name: 'PDF', accept: ['application/pdf', '.pdf'], judgedAs: 'document' },
  csv: { name: 'CSV', accept: ['text/csv', 'text/plain', '.csv'], judgedAs: 'table' },
} as const;

export type FileKind = keyof typeof FILE_KINDS;

const MEGABYTE_BYTES = 1024 * 1024;

/** Largest files in bytes. Pictures are also limited by `MAX_MEGAPIXELS` (`platform/images`). */
export const MAX_BYTES_BY_KIND = {
  picture: 5 * MEGABYTE_BYTES,
  document: 10 * MEGABYTE_BYTES,
  table: 2 * MEGABYTE_BYTES,
};

const MAX_FILE_BYTES = Math.max(...Object.values(MAX_BYTES_BY_KIND));

/**
 * Largest number of bytes that are read of a form's files. It is slightly more than the largest file may have, so that
 * a larger file can be refused by name.
 */
export const MAX_UPLOAD_BODY_BYTES = MAX_FILE_BYTES + MEGABYTE_BYTES;

const MAX_STORED_SIDE_PIXELS = 640;

/** File of a form: its field, its name in refusals, its types, and how a picture is stored (`fit`: longest side in pixels). */
export type AcceptedFile = {
  field: string;
  what: string;
  kinds: readonly FileKind[];
  fit?: number;
  square?: boolean;
  renderOwner?: RenderOwner;
};

export const ACCEPTED_FILES = {
  proof: { field: 'proof', what: 'The proof', kinds: ['jpeg', 'png', 'svg', 'webp'] },
  document: { field: 'document', what: 'The document', kinds: ['pdf', 'jpeg', 'png'] },
  picture: {
    field: 'profilepicture',
    what: 'The picture',
    kinds: ['jpeg', 'png', 'svg', 'webp'],
    fit: MAX_STORED_SIDE_PIXELS,
    square: true,
  },
  message: { field: 'attachment', what: 'The picture', kinds: ['jpeg', 'png', 'svg', 'webp'] },
  trader: {
    field: 'traderImage',
    what: 'The picture',
    kinds: ['jpeg', 'png', 'svg', 'webp'],
    fit: MAX_STORED_SIDE_PIXELS,
  },
  log: { field: 'log', what: 'The file', kinds: ['csv'] },
  statement: { field: 'statement', what: 'The statement', kinds: ['csv'] },
} as const satisfies Record<string, AcceptedFile>;

export type FilePurpose = keyof typeof ACCEPTED_FILES;

export function sizeLimitKind(purpose: FilePurpose): keyof typeof MAX_BYTES_BY_KIND {
  const { kinds }: AcceptedFile = ACCEPTED_FILES[purpose];
  const each = new Set<string>(kinds.map((kind) => FILE_KINDS[kind].judgedAs));
  return (['document', 'table'] as const).find((as) => each.has(as)) ?? 'picture';
}

export function fileKindsText(kinds: readonly FileKind[]): string {
  const names = kinds.map((kind) => FILE_KINDS[kind].name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Describes the accepted types and sizes for a purpose: `PDF (at most 10 MB), JPG or PNG (at most 5 MB)`. */
export function acceptedText(purpose: FilePurpose): string {
  const { kinds }: AcceptedFile = ACCEPTED_FILES[purpose];
  const limits = [...new Set(kinds.map((kind) => FILE_KINDS[kind].judgedAs))].map((judgedAs) => ({
    names: fileKindsText(kinds.filter((kind) => FILE_KINDS[kind].judgedAs === judgedAs)),
    size: `at most ${megabytesText(judgedAs)}`,
  }));
  const [only, ...more] = limits;
  if (only && more.length === 0) return `${only.names}, ${only.size}`;
  return limits.map(({ names, size }) => `${names} (${size})`).join(', ');
}

export const megabytesText = (as: keyof typeof MAX_BYTES_BY_KIND): string =>
  `${MAX_BYTES_BY_KIND[as] / MEGABYTE_BYTES} MB`;

export const FILES_TOGETHER_TEXT = `${MAX_FILE_BYTES / MEGABYTE_BYTES} MB`;

export function acceptAttribute(purpose: FilePurpose): string {
  const { kinds }: AcceptedFile = ACCEPTED_FILES[purpose];
  return kinds.flatMap((kind) => FILE_KINDS[kind].accept).join(',');
}
