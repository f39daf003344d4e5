import { singleton } from '~/platform/singleton';

/*
 * Countries and territories as forms offer them and sign-up finds them. The codes come with the shapes that a position is looked up
 * in, which are read when they are first asked for; the names are those of the Unicode Consortium, as people look for them in a list.
 */

/** The English name of a country or territory by its code of two letters, such as `IE`. */
export const countryName = (code: string): string | null => names().of(code) ?? null;

const names = () =>
  singleton('country-names', () => new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }));

/** The names of all countries and territories, in the order of the alphabet. */
const allCountries = () =>
  singleton('countries', async (): Promise<readonly string[]> => {
    const { borders } = await import('@rapideditor/country-coder');
    const shapes = borders.features as { properties: { level: string; iso1A2?: string } }[];
    const found = shapes
      .filter(({ properties: { level } }) => level === 'country' || level === 'territory')
      .flatMap(({ properties: { iso1A2: code } }) => (code ? (countryName(code) ?? []) : []));
    return [...new Set(found)].sort(new Intl.Collator('en').compare);
  });

/**
 * The names that a form offers.
 * @param current what is kept already. A call may have written it in another way, so it is offered too
 */
export async function countriesWith(current: string | null | undefined): Promise<readonly string[]> {
  const all = await allCountries();
  return current && !all.includes(current) ? [current, ...all] : all;
}
