import { createReadableStreamFromReadable } from '@remix-run/node';
import { notHere, viewer } from '~/platform/guard/index.server';
import { refusedResponse } from '~/platform/http/refusal.server';
import { findUploadFor, openUpload, uploadHeaders } from '~/platform/uploads/index.server';

/** An upload, to its owner and to administrators. */
export const loader = viewer.loader(async ({ request, params, userId, isAdministrator }) => {
  const upload = await findUploadFor(params.id ?? '', { userId, isAdministrator });
  if (!upload) throw notHere(request);
  const headers = uploadHeaders(upload);
  if (request.headers.get('If-None-Match') === headers.ETag) {
    return new Response(null, { status: 304, headers: { ETag: headers.ETag } });
  }
  const opened = await openUpload(upload);
  if (!opened.ok) {
    const status = opened.error.code === 'storage-down' ? 503 : 404;
    return refusedResponse(request, status, opened.error.message);
  }
  return new Response(createReadableStreamFromReadable(opened.value), { headers });
});
