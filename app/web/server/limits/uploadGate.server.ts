import type { Request, RequestHandler } from 'express';
import { SECOND } from '~/platform/clock';
import { env } from '~/platform/env';
import { createPlaces } from '~/platform/places';
import { shareConcurrentUse } from '~/platform/process/sharedLimits.server';
import { getNetworkOrigin } from '~/signIns/subscriber';
import { sendRefusal } from '../checks/refusal.server';
import { findRequestAccount } from './requestAccount.server';

const MAX_SHARE_OF_UPLOADS = { one: 1 / 4, network: 1 / 2 };
/** Speed below which an upload loses its place after `UPLOAD_GRACE_MS` when all are used, bytes per second. */
const MIN_SPEED_BYTES_PER_SECOND = 64 * 1024;
const UPLOAD_GRACE_MS = 10 * SECOND;
const RETRY_AFTER_SECONDS = 10;

/**
 * Creates the middleware that limits the memory of arriving files: 503 with a retry time. It ends an upload slower than
 * `uploadBytesPerSecond`.
 */
export function createUploadGate(hasFile: (request: Request) => boolean): RequestHandler {
  const max = env().LIMITS.uploadsAtOnce;
  const places = createPlaces({ max, overShare: 'refused', shared: shareConcurrentUse('uploads that arrive') });
  const limitOf = (share: number) => Math.ceil(max * share);
  return async (request, response, next) => {
    if (!hasFile(request)) return next();
    const account = await findRequestAccount(request);
    if (request.destroyed) return;
    const { subscriber, network } = getNetworkOrigin(request.ip);
    const { bytesRead } = request.socket;
    const since = performance.now();
    const speed = () => ((request.socket.bytesRead - bytesRead) * SECOND) / (performance.now() - since);
    const free = places.take(
      [
        ...(account ? [{ name: account, max: limitOf(MAX_SHARE_OF_UPLOADS.one) }] : []),
        { name: subscriber, max: limitOf(MAX_SHARE_OF_UPLOADS.one) },
        { name: network, max: limitOf(MAX_SHARE_OF_UPLOADS.network) },
      ],
      {
        giveUp: () => request.destroy(),
        slowness: () => -speed(),
        isDripping: () => performance.now() - since > UPLOAD_GRACE_MS && speed() < MIN_SPEED_BYTES_PER_SECOND,
      },
    );
    if (!free) {
      response.set('Retry-After', String(RETRY_AFTER_SECONDS));
      const message = `Many files are arriving just now. Nothing was changed. Please go back and send yours again in ${RETRY_AFTER_SECONDS} seconds.`;
      return sendRefusal(request, response, 503, message);
    }
    const stopWatching = watchUploadRate(request);
    response.once('close', () => {
      stopWatching();
      free();
    });
    next();
  };
}

function watchUploadRate(request: Request): () => void {
  const { patienceSeconds, uploadBytesPerSecond } = env().LIMITS;
  const minBytes = patienceSeconds * uploadBytesPerSecond;
  let before = request.socket.bytesRead;
  const pollTimer = setInterval(() => {
    if (request.complete) return clearInterval(pollTimer);
    const { bytesRead } = request.socket;
    if (bytesRead - before < minBytes) request.destroy();
    before = bytesRead;
  }, patienceSeconds * SECOND);
  pollTimer.unref();
  return () => clearInterval(pollTimer);
}
