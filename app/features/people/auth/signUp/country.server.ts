import { log } from '~/platform/log/index.server';
import { getCountryName } from '~/platform/text/countries.server';
import { positionSchema } from '../schema';

/** Returns the country of a position in degrees, or null. Computed locally, so that no failing service blocks a sign-up. */
export async function findCountry(input: { latitude?: unknown; longitude?: unknown }): Promise<string | null> {
  const position = positionSchema.safeParse(input);
  if (!position.success) return null;
  try {
    const { feature } = await import('@rapideditor/country-coder');
    const { latitude, longitude } = position.data;
    const code = feature([longitude, latitude])?.properties.iso1A2;
    return code ? getCountryName(code) : null;
  } catch (error) {
    log().warn({ err: error }, 'country not found from position');
    return null;
  }
}
