import { SIGNALS_A_MINUTE } from '~/features/copying/signals/receiveSignal.server';
import { SECOND } from '~/platform/durations';
import { env } from '~/platform/env';
import { durationText } from '~/platform/text/durationText';
import { formatCount } from '~/platform/text/figure';
import { FIRST_TRY_WAIT_MS, MAX_SIGN_IN_WAIT_MS, TRIES_BEFORE_WAITING, TRY_MEMORY_MS } from '~/signIns/signInLimits';
import { MAX_BYTES_BY_KIND } from '~/uploads/acceptedFiles';
import { MAX_FIELD_BYTES, MAX_FIELDS, MAX_HEADER_BYTES } from '~/web/form/readForm.server';
import { MAX_BODY_BYTES, MAX_URL_CHARS } from '~/web/server/checks/protect.server';
import { NETWORK_REQUEST_FACTOR } from '~/web/server/limits/floodGate.server';

const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`;

export function describeLimits(): string[] {
  const { LIMITS } = env();
  const { both, account, address, network } = TRIES_BEFORE_WAITING;
  return [
    `A JSON body has at most ${formatBytes(MAX_BODY_BYTES.json)}, and one with files ${formatBytes(MAX_BODY_BYTES.call)}, chunked or not; more is HTTP 413. Compressed bodies are refused (415).`,
    `A multipart form has at most ${MAX_FIELDS} fields, ${formatBytes(MAX_FIELD_BYTES)} in fields other than files, and ${formatBytes(MAX_HEADER_BYTES)} of headers per field; more is HTTP 400.`,
    `A picture has at most ${formatBytes(MAX_BYTES_BY_KIND.picture)}, and a PDF ${formatBytes(MAX_BYTES_BY_KIND.document)}. An account stores at most ${LIMITS.filesPerAccount} files, together ${LIMITS.fileMegabytesPerAccount} MB.`,
    `A URL has at most ${MAX_URL_CHARS.path} characters without its query and ${MAX_URL_CHARS.all} with it (HTTP 414), and all headers of a request together 16 KB (431). A field may be sent only once.`,
    `An IP address may send ${LIMITS.requestsPerMinute} requests a minute, and its network ${NETWORK_REQUEST_FACTOR} times as many. An account, or before sign-in an IP address, may use ${LIMITS.processorSeconds} seconds of processor time a minute. More is HTTP 429.`,
    `A connection is closed if it is idle for ${LIMITS.patienceSeconds} seconds, or if a body takes ten times as long. ${LIMITS.uploadsAtOnce} files may be uploaded at the same time, a quarter of them by one account or IP address (otherwise HTTP 503), each at ${formatBytes(LIMITS.uploadBytesPerSecond)} a second or more.`,
    `Failed sign-ins are delayed after ${both} for an account from one IP address, ${account} for an account, ${address} from an IP address or ${network} from a network. Each further one is delayed longer, from ${formatCount(FIRST_TRY_WAIT_MS / SECOND, 'second')} to ${durationText(MAX_SIGN_IN_WAIT_MS.both)}, until ${durationText(TRY_MEMORY_MS)} pass without one. Sign-ups and mailed links are counted in the same way.`,
    `An account may have ${LIMITS.openRequestsPerAccount} pending deposits and as many pending withdrawals. A trader’s program may send ${formatCount(SIGNALS_A_MINUTE, 'signal')} a minute.`,
    'An Idempotency-Key has 1 to 255 printable ASCII characters.',
  ];
}
