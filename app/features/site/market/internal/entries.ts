import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { DAY } from '~/platform/clock';

export type PublishedEntry = {
  id: string;
  at: Date;
  title: string;
  text: string;
  /** URL with http or https; null otherwise. */
  link: string | null;
  tags: string[];
};

const MAX_ENTRIES = 200;
const MAX_TAGS = 10;

const TITLE = 160;
const TEXT = 400;

/** Parses RSS, Atom, JSON Feed or a JSON list: the first 200 entries with title and date, newest first. Throws if there is none. */
export function readEntries(body: string, time: number): PublishedEntry[] {
  const raw = /^\s*[[{]/.test(body) ? fromJson(body) : fromXml(body);
  const entries = new Map<string, PublishedEntry>();
  for (const one of raw.slice(0, MAX_ENTRIES)) {
    const at = new Date(one.at);
    const title = plain(one.title, TITLE);
    if (!title || !(Math.abs(at.getTime() - time) < 60 * DAY)) continue;
    const id = plain(one.id, TEXT) || `${at.getTime()} ${title}`;
    const tags = one.tags.slice(0, MAX_TAGS).map((tag) => plain(tag, 40));
    entries.set(id, {
      id,
      at,
      title,
      text: plain(one.text, TEXT),
      link: webLink(one.link),
      tags: tags.filter(Boolean),
    });
  }
  if (entries.size === 0) throw new Error('no entry was understood');
  return [...entries.values()].sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** News about the market. A sample is written by the product from simulated prices. */
export type NewsItem = Omit<PublishedEntry, 'tags'> & { topic: string | null; sample: boolean };

type Raw = { id: string; at: string; title: string; text: string; link: string; tags: string[] };

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });

function plain(markup: string, longest: number): string {
  const text = unescaped(markup.slice(0, 20_000).replace(/<[^<>]*>/g, ' '))
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ')
    .trim();
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

function webLink(text: string): string | null {
  const address = text.trim();
  if (address.length > 500 || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.username || url.password ? null : url.href;
}

const word = z.union([z.string(), z.number()]).transform(String).catch('');
const words = z
  .array(z.unknown())
  .transform((list) => list.map((one) => word.parse(one)))
  .catch([]);

/** The field names that JSON Feed and common calendars use. */
const jsonEntry = z
  .object({
    id: word,
    guid: word,
    title: word,
    summary: word,
    content_text: word,
    content_html: word,
    url: word,
    link: word,
    date_published: word,
    date: word,
    country: word,
    currency: word,
    impact: word,
    importance: word,
    tags: words,
  })
  .partial()
  .transform((one) => ({
    id: one.id || one.guid || '',
    at: one.date_published || one.date || '',
    title: one.title ?? '',
    text: one.summary || one.content_text || one.content_html || '',
    link: one.url || one.link || '',
    tags: [one.country, one.currency, one.impact, one.importance]
      .filter((tag) => tag !== undefined)
      .concat(one.tags ?? []),
  }));

function fromJson(body: string): Raw[] {
  const parsed: unknown = JSON.parse(body);
  const list = Array.isArray(parsed) ? parsed : ((parsed as Record<string, unknown>).items ?? []);
  return z
    .array(z.unknown())
    .parse(list)
    .flatMap((one) => jsonEntry.safeParse(one).data ?? []);
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => ['item', 'entry', 'category', 'link'].includes(name),
});

type Node = Record<string, unknown>;

function fromXml(body: string): Raw[] {
  // A feed needs no DOCTYPE, and a feed with one could define entities.
  if (/<!(DOCTYPE|ENTITY)/i.test(body)) throw new Error('a document type is not taken');
  if (XMLValidator.validate(body) !== true) throw new Error('broken XML');
  const root = parser.parse(body) as Node;
  const under = (node: unknown, name: string) => (node as Node | undefined)?.[name];
  const items = under(under(under(root, 'rss'), 'channel'), 'item') ?? under(under(root, 'feed'), 'entry') ?? [];
  return (items as Node[]).map((item) => ({
    id: textOf(item.guid ?? item.id),
    at: textOf(item.pubDate ?? item.published ?? item.updated ?? item['dc:date']),
    title: unescaped(textOf(item.title)),
    text: unescaped(textOf(item.description ?? item.summary ?? item.content)),
    link: unescaped(linkOf(item.link)),
    tags: listOf(item.category).map((tag) => unescaped(textOf(tag) || String(under(tag, '@term') ?? ''))),
  }));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the text of an element, with or without attributes; empty if it contains other elements. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? (value as Node)['#text'] : value;
  return typeof text === 'string' ? text : '';
}

function linkOf(links: unknown): string {
  const found = listOf(links).map((link) => {
    const { '@href': href, '@rel': rel = 'alternate' } = (typeof link === 'object' ? link : {}) as Node;
    return textOf(link) || (rel === 'alternate' ? String(href ?? '') : '');
  });
  return found.find(Boolean) ?? '';
}
