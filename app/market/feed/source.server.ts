import { MINUTE, SECOND } from '~/platform/clock';
import { log } from '~/platform/log/index.server';
import { fetchText, RefusedAddressError } from '~/platform/outward/outwardFetch.server';
import type { ResponseCache } from './responseCache.server';

/** Options for fetching a document. Tests use a short timeout. */
export type SourceRequest = {
  /** Timeout of a whole response, milliseconds. */
  patience: number;
  time: () => number;
  cache?: ResponseCache;
};

const FIRST_RETRY_DELAY_MS = 15 * SECOND;
const MAX_RETRY_DELAY_MS = 30 * MINUTE;

/** Returns the pause after the `failures`th consecutive failure, or the time in the answer (`Retry-After`), within limits. */
export const retryDelay = (failures: number, requested?: number): number =>
  Math.min(Math.max(FIRST_RETRY_DELAY_MS * 2 ** (failures - 1), requested ?? 0), MAX_RETRY_DELAY_MS);

/** Document of another host. `get` returns the last parsed version, and refetches an old one in the background. */
export class RemoteDocument<T> {
  #value: T | null = null;
  #nextAt = 0;
  #failures = 0;
  #flight: Promise<void> | null = null;

  constructor(
    private readonly options: {
      url: string;
      /** Function that fetches the document, for one that needs more than one request. */
      load?: () => Promise<string>;
      /** Age in milliseconds at which the document is fetched again. */
      fresh: number;
      /** Parses a response received at an instant, or throws. May refuse one that is older than `known`. */
      read: (body: string, known: T | null, received: number) => T;
    } & SourceRequest,
  ) {
    const { url, read, cache } = options;
    const stored = cache?.take(url);
    if (stored === undefined) return;
    try {
      this.#value = read(stored.body, null, stored.at);
    } catch {
      // The stored response is ignored, because another version stored it or it has expired.
    }
  }

  get(): T | null {
    if (!this.#flight && this.options.time() >= this.#nextAt) {
      this.#flight = this.#refresh().finally(() => {
        this.#flight = null;
      });
    }
    return this.#value;
  }

  async settled(): Promise<void> {
    await this.#flight;
  }

  async #refresh(): Promise<void> {
    const { url, load, fresh, read, time, cache, patience } = this.options;
    try {
      const body = await (load ? load() : fetchText(url, patience));
      const at = time();
      this.#value = read(body, this.#value, at);
      cache?.put(url, { body, at });
      this.#failures = 0;
      this.#nextAt = time() + fresh;
    } catch (error) {
      this.#failures += 1;
      this.#nextAt =
        time() + retryDelay(this.#failures, error instanceof RefusedAddressError ? error.retryAfter : undefined);
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
      log().warn({ host: new URL(url).host, reason, failures: this.#failures }, 'market source failed');
    }
  }
}
