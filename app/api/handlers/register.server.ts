import { countryOf } from '~/features/people/auth/signUp/country.server';
import { signUp } from '~/features/people/auth/signUp/signUp.server';
import { done, refuse } from '~/platform/result';
import { countryNamed } from '~/platform/text/countries.server';
import { registered } from '../answers/register.server';
import type { CallHandler } from '../callHandler';

const CONTESTED =
  'This address was signed up before with another password and never verified, so neither password counts. Open the link that we mailed just now, then choose a password with "Forgot password?".';

export const register: CallHandler<'register'> = async ({ request, input, address }) => {
  const { location } = input;
  const position = { latitude: String(location?.lat ?? ''), longitude: String(location?.lng ?? '') };
  // Clients send what a map service calls the country, in the browser's language.
  const country = (await countryNamed(input.country ?? '')) ?? (await countryOf(position));
  const referrer = input.referralLink?.trim().split('/').at(-1) || null;
  const signedUp = await signUp(input, { address, country, referrer });
  if (!signedUp.ok) return signedUp;
  if (signedUp.value.contested) return refuse('contested', CONTESTED, 'password');
  const client = { address, userAgent: request.headers.get('User-Agent') };
  return done(await registered({ ...input, referrerNamed: referrer, newcomer: signedUp.value.newcomer }, client));
};
