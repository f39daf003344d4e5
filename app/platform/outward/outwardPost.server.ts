import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import ipaddr from 'ipaddr.js';

/** Returns whether an address is in no public network. IPv4 in IPv6 form counts as IPv4. */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() !== 'unicast' || (parsed instanceof ipaddr.IPv6 && parsed.match(ipaddr.IPv6.parse('::'), 96));
}

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
