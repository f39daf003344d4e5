import '@remix-run/node';
import type { StreamConnection } from '~/platform/streams.server';

export type RequestFacts = {
  requestId: string;
  address: string;
  /** Nonce of the scripts of this page. */
  nonce: string;
  allowFrames: (origins: readonly string[]) => void;
  onClose?: (listener: () => void) => void;
  connection?: StreamConnection;
  mayStayOpen?: boolean;
  /** Sends a whole body without the framework's streams, which cost as much as a page. Absent without a client. */
  sendWhole?: (body: Buffer) => void;
  allowEmbedding?: () => void;
  /** Adds a `Set-Cookie` header to the answer. Absent without a client. */
  addCookie?: (header: string) => void;
  /** Sets `Retry-After`, in seconds, on the answer. Absent without a client. */
  setRetryAfter?: (seconds: string) => void;
  /** Reports the status in the body of a call's refusal, for metrics and the log. */
  setOutcome?: (status: string) => void;
};

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestFacts {}
}
