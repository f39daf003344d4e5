import { responseCache } from '~/market/feed/responseCache.server';
import { RemoteDocument, type SourceRequest } from '~/market/feed/source.server';
import { MINUTE, SECOND, systemNow } from '~/platform/clock';
import { env } from '~/platform/env';
import { singleton } from '~/platform/singleton';
import { type NewsItem, type PublishedEntry, readEntries } from '../../internal/entries';
import { type CalendarEntry, COUNTRIES, type Country } from './calendar';

const MAX_NEWS = 40;

const ALSO: Record<Country, readonly string[]> = {
  us: ['usd', 'usa'],
  eu: ['eur', 'emu', 'ea', 'euro zone', 'eurozone'],
  gb: ['gbp', 'uk'],
  jp: ['jpy'],
  ch: ['chf'],
  au: ['aud'],
  ca: ['cad'],
  nz: ['nzd'],
  cn: ['cny', 'cnh'],
};

const countries = Object.keys(COUNTRIES) as Country[];

function countryOf(tags: readonly string[]): Country | undefined {
  const tagNames = tags.map((tag) => tag.toLowerCase());
  return countries.find((code) =>
    [code, COUNTRIES[code].toLowerCase(), ...ALSO[code]].some((name) => tagNames.includes(name)),
  );
}

export const newsOf = (entries: readonly PublishedEntry[]): NewsItem[] =>
  entries.slice(0, MAX_NEWS).map(({ tags, ...entry }) => ({ ...entry, topic: tags[0] ?? null, sample: false }));

/** Returns events of the countries in the filter. They are important if the publisher marks them `1` or `high`. */
export const datesOf = (entries: readonly PublishedEntry[]): CalendarEntry[] =>
  entries.flatMap(({ id, at, title, tags }) => {
    const country = countryOf(tags);
    const importance = tags.some((tag) => /^(1|high|important)$/i.test(tag)) ? 1 : 0;
    return country ? [{ id, at, title, country, importance, sample: false }] : [];
  });

/** Returns a list of another site, fetched at most every ten minutes. */
export const publishedAt = (url: string, options: Partial<SourceRequest> = {}): RemoteDocument<PublishedEntry[]> => {
  const { patience = 8 * SECOND, time = () => systemNow().getTime() } = options;
  return new RemoteDocument<PublishedEntry[]>({
    cache: responseCache,
    ...options,
    url,
    fresh: 10 * MINUTE,
    read: (body) => readEntries(body, time()),
    patience,
    time,
  });
};

/** Returns the publishers named by NEWS_URL and CALENDAR_URL; undefined if not set. */
const publishers = () =>
  singleton('market-publishers', () => {
    const { NEWS_URL, CALENDAR_URL } = env();
    return { news: NEWS_URL && publishedAt(NEWS_URL), calendar: CALENDAR_URL && publishedAt(CALENDAR_URL) };
  });

/** Returns the news; null if no publisher is configured, empty until one has answered. */
export function publishedNews(): NewsItem[] | null {
  const { news } = publishers();
  return news ? newsOf(news.get() ?? []) : null;
}

export function publishedDates(): CalendarEntry[] | null {
  const { calendar } = publishers();
  return calendar ? datesOf(calendar.get() ?? []) : null;
}
