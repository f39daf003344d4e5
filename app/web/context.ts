import '@remix-run/node';
import type { Line } from '~/platform/streams.server';

/** What Express knows of a request and Remix does not. */
export type RequestFacts = {
  requestId: string;
  /** The client's address, as many proxies back as TRUSTED_PROXIES says. */
  address: string;
  /** For the scripts of this one page. */
  nonce: string;
  /** Lets this one answer hold frames of these origins. */
  allowFrames: (origins: readonly string[]) => void;
  /** Calls back when the client has gone; absent without a client, as when a page is drawn for the page cache. */
  whenGone?: (tell: () => void) => void;
  /** The connection of an answer that may stay open; absent without a client. */
  line?: Line;
  /** May the answer stay open? The router waits for the end of what it asks for as data. */
  mayStayOpen?: boolean;
  /**
   * Sends these bytes as the body of an answer that has none of its own: past the web's streams, which cost as much as
   * a page. Absent without a client.
   */
  giveWhole?: (body: Buffer) => void;
  /** Lets pages of other origins show this one answer, a picture. */
  allowEmbedding?: () => void;
  /** Adds a `Set-Cookie` to the answer, whatever it will be. Absent without a client. */
  addCookie?: (header: string) => void;
  /** Tells the status in the body of a JSON call's refusal, which metrics and the log name in place of the HTTP status. */
  tellOutcome?: (status: string) => void;
};

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestFacts {}
}
