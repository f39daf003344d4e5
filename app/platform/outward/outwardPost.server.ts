import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

/** Addresses that are no public ones: of this machine, of private networks, of links, for many, and reserved (IANA's special-purpose registries). */
const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 96],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['fec0::', 10],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv6');

/** Returns whether an address is in no public network. IPv4 in IPv6 form counts as IPv4. */
export const isPrivateAddress = (address: string): boolean =>
  PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Request to another server; `limit` is its longest duration in milliseconds. */
type OutwardPost = { headers: Record<string, string>; body: string; limit: number };

/** Posts to another server and reads the status only. Follows no redirect. @returns null for 2xx, else the reason as text */
export function outwardPost(url: string, { headers, body, limit }: OutwardPost): Promise<string | null> {
  return new Promise((resolve) => {
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        agent: false,
        signal: AbortSignal.timeout(limit),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        if (status >= 200 && status < 300) resolve(null);
        else if (status >= 300 && status < 400)
          resolve(
            `It answered ${status}, a redirect, which is not followed. Give the address that it leads to as the receiver of alerts.`,
          );
        else resolve(`It answered ${status}.`);
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? `It did not answer within ${limit / 1000} seconds.`
          : `It could not be reached (${error.code ?? error.message}).`,
      ),
    );
    // Has no effect once an answer or an error has settled the promise.
    request.on('close', () => resolve('It ended the connection without an answer.'));
    request.end(body);
  });
}
