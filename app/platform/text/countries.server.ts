import { singleton } from '~/platform/singleton';
import { COUNTRY_NAMES } from './countryNames';

export const getCountryName = (code: string): string | null => names().of(code) ?? null;

const names = () =>
  singleton('country-names', () => new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }));

const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/[^\p{L}]/gu, '');

/** English names in use that both sources of names lack. */
const ADDITIONAL_COUNTRY_NAMES: Readonly<Record<string, string>> = {
  Burma: 'MM',
  'Cape Verde': 'CV',
  'Czech Republic': 'CZ',
  'East Timor': 'TL',
  Holland: 'NL',
  'Ivory Coast': 'CI',
  Macedonia: 'MK',
  'Republic of Ireland': 'IE',
  'Russian Federation': 'RU',
  Swaziland: 'SZ',
};

const COUNTRY_NAME_LANGUAGES = 'ar cs da de el es fi fr he hi hu id it ja ko nl no pl pt ro ru sv th tr uk vi zh'.split(
  ' ',
);

/** Maps other folded names of countries (codes, other languages, parts such as England) to the names used in forms. */
const getAlternativeNames = () =>
  singleton('country-other-names', async (): Promise<ReadonlyMap<string, string>> => {
    const { borders } = await import('@rapideditor/country-coder');
    const known = new Set(COUNTRY_NAMES);
    const found = new Map([...known].map((name) => [foldName(name), name]));
    const add = (codes: readonly (string | undefined)[], names: readonly (string | undefined)[]) => {
      const name = codes.map((code) => code && getCountryName(code)).find((each) => each && known.has(each));
      if (!name) return;
      for (const each of names)
        if (each && !/\d/.test(each) && !found.has(foldName(each))) found.set(foldName(each), name);
    };
    for (const [name, code] of Object.entries(ADDITIONAL_COUNTRY_NAMES)) add([code], [name]);
    for (const { properties } of borders.features) {
      const { iso1A2, iso1A3, nameEn, aliases = [], country } = properties;
      add([iso1A2, country], [nameEn, iso1A2, iso1A3, ...aliases]);
    }
    for (const language of COUNTRY_NAME_LANGUAGES) {
      const spoken = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      for (const { properties } of borders.features) {
        const { iso1A2: code } = properties;
        if (code) add([code], [spoken.of(code)]);
      }
    }
    return found;
  });

export const findCountryName = async (text: string): Promise<string | null> =>
  (await getAlternativeNames()).get(foldName(text)) ?? null;
