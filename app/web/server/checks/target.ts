import type { IncomingMessage } from 'node:http';

/**
 * Returns the path of a request target in absolute form (RFC 9112, 3.2.2) if the host is the product's own. Returns
 * other targets unchanged; they are refused later.
 */
export function toOriginForm({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>, own?: string): string {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#@\s]+)(\/[^\s]*)?$/i.exec(url) ?? [];
  const ownHosts = [headers.host, own].filter((known) => known !== undefined);
  return host !== '' && ownHosts.some((known) => known.toLowerCase() === host.toLowerCase()) ? path || '/' : url;
}
