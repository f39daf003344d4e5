import type { Request } from 'express';
import { log } from '~/platform/log/index.server';
import { parseBearerKey } from '~/signIns/apiKeys.server';
import { administratorOf, investorOf } from '~/signIns/session.server';
import { readCookie } from '../../cookies/cookies.server';

export const findRequestAccount = (request: Request): Promise<string | null> =>
  lookUpAccount(request).catch((error) => {
    log().warn({ err: error }, 'the account of a request is unknown');
    return null;
  });

async function lookUpAccount(request: Request): Promise<string | null> {
  const token = request.get('x-access-token');
  const key = parseBearerKey(request.get('Authorization') ?? null);
  if (key)
    return (await investorOf(key, 'key'))?.user.id ?? (await administratorOf(key, 'key'))?.administrator.id ?? null;
  const headers = new Headers({ Cookie: request.headers.cookie ?? '' });
  const input = new globalThis.Request('http://localhost/', { headers });
  const found = token
    ? ((await investorOf(token, 'api'))?.user.id ?? (await administratorOf(token, 'api'))?.administrator.id)
    : ((await investorOf(await readCookie(input, 'session'), 'investor'))?.user.id ??
      (await administratorOf(await readCookie(input, 'admin'), 'admin'))?.administrator.id);
  return found ?? null;
}
