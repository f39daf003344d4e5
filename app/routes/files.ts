import { recordUploadOpening } from '~/uploads/openings.server';
import { isPictureLink } from '~/uploads/pictureLink.server';
import { findUploadFor, isPicture, openUpload, uploadHeaders } from '~/uploads/store.server';
import { notFoundResponse, viewer } from '~/web/guard/index.server';
import { createReadableStreamFromReadable } from '~/web/responses.server';
import { parseByteRange } from '~/web/server/answers/range';
import { isFromAllowedPage } from '~/web/server/checks/allowedOrigins.server';
import { respondWithRefusalPage } from '~/web/server/checks/refusal.server';

const PRIVATE_PURPOSES: ReadonlySet<string> = new Set(['proof', 'document', 'message']);

/**
 * Serves an upload or a range of it. Traders' pictures are public; profile pictures are open to holders of the link; others only to the
 * owner and to administrators with the right.
 */
export const loader = viewer.loader(async ({ request, params, userId, staff, allowEmbedding }) => {
  const id = params.id ?? '';
  const linked = isPictureLink(id, new URL(request.url).searchParams);
  const upload = await findUploadFor(id, { userId, staff, linked });
  if (!upload) throw notFoundResponse(request);
  if (isPicture(upload) && isFromAllowedPage(request)) allowEmbedding();
  const headers = uploadHeaders(upload);
  const { ETag } = headers;
  if (request.headers.get('If-None-Match') === ETag) return new Response(null, { status: 304, headers: { ETag } });
  // A client with a part of another version needs the whole file.
  const continues = (request.headers.get('If-Range') ?? ETag) === ETag;
  const range = continues ? parseByteRange(request.headers.get('Range'), upload.bytes) : null;
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${upload.bytes}` } });
  }
  // A HEAD response sends no bytes, so the file is not opened; it would never be closed.
  if (request.method === 'HEAD') return new Response(null, { headers });
  // Only the request for the start of the file is recorded as an opening; later ranges belong to the same one.
  const isView = staff !== null && upload.ownerId !== userId && PRIVATE_PURPOSES.has(upload.purpose);
  if (isView && (range?.start ?? 0) === 0) await recordUploadOpening(upload, staff.id);
  const opened = await openUpload(upload, range ?? undefined);
  if (!opened.ok) {
    const isDown = opened.error.code === 'storage-down';
    return respondWithRefusalPage(request, isDown ? 503 : 404, opened.error.message);
  }
  const body = createReadableStreamFromReadable(opened.value);
  if (!range) return new Response(body, { headers });
  const part = {
    'Content-Range': `bytes ${range.start}-${range.end}/${upload.bytes}`,
    'Content-Length': String(range.end - range.start + 1),
  };
  return new Response(body, { status: 206, headers: { ...headers, ...part } });
});
