import { newSecret } from '~/platform/ids';
import {
  MAX_KNOWN_ACCOUNTS,
  type MarkedAccount,
  parseMarks,
  readKnownDevice,
  signatureOf,
} from '~/signIns/knownDevice.server';
import { readCookie, setCookie } from './cookies.server';

/** Returns the header that makes a browser known to an account after a login or the choice of a password in it. */
export async function rememberDevice(request: globalThis.Request, account: MarkedAccount): Promise<[string, string]> {
  const cookie = await readCookie(request, 'known');
  const known = readKnownDevice(cookie, account);
  const device = known ?? newSecret(16);
  const others = parseMarks(cookie).filter((mark) => !known || !mark.startsWith(`${known}.`));
  const marks = [`${device}.${signatureOf(account, device)}`, ...others].slice(0, MAX_KNOWN_ACCOUNTS);
  return ['Set-Cookie', await setCookie('known', marks.join(' '))];
}
