import { responseCache } from '~/market/feed/responseCache.server';
import { RemoteDocument, type SourceRequest } from '~/market/feed/source.server';
import { MINUTE, SECOND, systemNow } from '~/platform/clock';
import { env } from '~/platform/env';
import { singleton } from '~/platform/singleton';
import { type NewsItem, type PublishedEntry, parseEntries } from '../../internal/entries';
import { type CalendarEntry, COUNTRY_NAMES_BY_CODE, type Country } from './calendar';

const MAX_NEWS = 40;

const COUNTRY_ALIASES: Record<Country, readonly string[]> = {
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

const COUNTRY_CODES = Object.keys(COUNTRY_NAMES_BY_CODE) as Country[];

function countryOf(tags: readonly string[]): Country | undefined {
  const tagNames = tags.map((tag) => tag.toLowerCase());
  return COUNTRY_CODES.find((code) =>
    [code, COUNTRY_NAMES_BY_CODE[code].toLowerCase(), ...COUNTRY_ALIASES[code]].some((name) => tagNames.includes(name)),
  );
}

export const toNewsItems = (entries: readonly PublishedEntry[]): NewsItem[] =>
  entries.slice(0, MAX_NEWS).map(({ tags, ...entry }) => ({ ...entry, topic: tags[0] ?? null, sample: false }));

/** Returns events of the countries in the filter. They are important if the publisher marks them `1` or `high`. */
export const toCalendarEntries = (entries: readonly PublishedEntry[]): CalendarEntry[] =>
  entries.flatMap(({ id, at, title, tags }) => {
    const country = countryOf(tags);
    const importance = tags.some((tag) => /^(1|high|important)$/i.test(tag)) ? 1 : 0;
    return country ? [{ id, at, title, country, importance, sample: false }] : [];
  });

/** Creates the feed of another site, which is fetched at most every ten minutes. */
export const createPublisherFeed = (
  url: string,
  options: Partial<SourceRequest> = {},
): RemoteDocument<PublishedEntry[]> => {
  const { patience = 8 * SECOND, time = () => systemNow().getTime() } = options;
  return new RemoteDocument<PublishedEntry[]>({
    cache: responseCache,
    ...options,
    url,
    fresh: 10 * MINUTE,
    read: (body) => parseEntries(body, time()),
    patience,
    time,
  });
};

/** Returns the publishers named by NEWS_URL and CALENDAR_URL; undefined if not set. */
const getPublishers = () =>
  singleton('market-publishers', () => {
    const { NEWS_URL, CALENDAR_URL } = env();
    return {
      news: NEWS_URL && createPublisherFeed(NEWS_URL),
      calendar: CALENDAR_URL && createPublisherFeed(CALENDAR_URL),
    };
  });

/** Returns the news; null if no publisher is configured, empty until one has answered. */
export function getPublishedNews(): NewsItem[] | null {
  const { news } = getPublishers();
  return news ? toNewsItems(news.get() ?? []) : null;
}

export function getPublishedDates(): CalendarEntry[] | null {
  const { calendar } = getPublishers();
  return calendar ? toCalendarEntries(calendar.get() ?? []) : null;
}
