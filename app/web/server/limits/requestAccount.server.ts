import type { Request } from 'express';
import { log } from '~/platform/log/index.server';
import { parseBearerKey } from '~/signIns/apiKeys.server';
import { findSessionAdministrator, findSessionInvestor } from '~/signIns/session.server';
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
    return (
      (await findSessionInvestor(key, 'key'))?.user.id ??
      (await findSessionAdministrator(key, 'key'))?.administrator.id ??
      null
    );
  const headers = new Headers({ Cookie: request.headers.cookie ?? '' });
  const input = new globalThis.Request('http://localhost/', { headers });
  const found = token
    ? ((await findSessionInvestor(token, 'api'))?.user.id ??
      (await findSessionAdministrator(token, 'api'))?.administrator.id)
    : ((await findSessionInvestor(await readCookie(input, 'session'), 'investor'))?.user.id ??
      (await findSessionAdministrator(await readCookie(input, 'admin'), 'admin'))?.administrator.id);
  return found ?? null;
}
