import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns whether an address belongs to a private network. IPv4 in IPv6 form counts as IPv4. */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() !== 'unicast' || (parsed instanceof ipaddr.IPv6 && parsed.match(ipaddr.IPv6.parse('::'), 96));
}

/** Host of a URL, without the brackets of an IPv6 address. */
export const getHost = (url: string): string => new URL(url).hostname.replace(/[[\]]/g, '');

const PRIVATE_NETWORKS = 'Its address is in a private network, so nothing was sent.';

/** Resolves a host name, and fails if any address is private. The connection then uses the checked address. */
const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return callback(error ?? new Error('no address'), '', 4);
    if (found.some(({ address }) => isPrivateAddress(address))) return callback(new Error(PRIVATE_NETWORKS), '', 4);
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });

/** Request to another server. `limit` is its longest duration in milliseconds; `isPublic` refuses addresses of private networks. */
type OutwardPost = { headers: Record<string, string>; body: string; limit: number; isPublic?: boolean };

/** Posts to another server and reads the status only. Follows no redirect. @returns null for 2xx, else the reason as text */
export function postOutward(url: string, { headers, body, limit, isPublic }: OutwardPost): Promise<string | null> {
  // An IP address in the URL needs no lookup, so it is checked here.
  if (isPublic && isPrivateAddress(getHost(url))) return Promise.resolve(PRIVATE_NETWORKS);
  return new Promise((resolve) => {
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        agent: false,
        ...(isPublic && { lookup: lookupPublic }),
        signal: AbortSignal.timeout(limit),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        if (status >= 200 && status < 300) resolve(null);
        else if (status >= 300 && status < 400)
          resolve(`It returned ${status}, a redirect, which is not followed. Enter its target instead.`);
        else resolve(`It answered ${status}.`);
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? `It did not answer within ${limit / 1000} seconds.`
          : error.message === PRIVATE_NETWORKS
            ? PRIVATE_NETWORKS
            : `It could not be reached (${error.code ?? error.message}).`,
      ),
    );
    // No effect if an answer or error has already settled the promise.
    request.on('close', () => resolve('It closed the connection without a response.'));
    request.end(body);
  });
}
