import { log } from '~/platform/log/index.server';
import { positionSchema } from './schema';

/**
 * The name of the country that a browser's position lies in, found without asking another service. A sign-up never fails for it.
 * @param form its `_lat` and `_lng`, degrees
 * @returns null when no position was given, or it lies in no country
 */
export async function countryOf(form: { _lat?: unknown; _lng?: unknown }): Promise<string | null> {
  const position = positionSchema.safeParse(form);
  if (!position.success) return null;
  try {
    const { feature } = await import('@rapideditor/country-coder');
    const { _lat, _lng } = position.data;
    return feature([_lng, _lat])?.properties.nameEn ?? null;
  } catch (error) {
    log().warn({ err: error }, 'country not found from position');
    return null;
  }
}
