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

const MAX_TITLE_CHARS = 160;
const MAX_TEXT_CHARS = 400;

/** Parses RSS, Atom, JSON Feed or a JSON list: the first 200 entries with title and date, newest first. Throws if there is none. */
export function parseEntries(body: string, time: number): PublishedEntry[] {
  const raw = /^\s*[[{]/.test(body) ? parseJson(body) : parseXml(body);
  const entries = new Map<string, PublishedEntry>();
  for (const one of raw.slice(0, MAX_ENTRIES)) {
    const at = new Date(one.at);
    const title = toPlainText(one.title, MAX_TITLE_CHARS);
    if (!title || !(Math.abs(at.getTime() - time) < 60 * DAY)) continue;
    const id = toPlainText(one.id, MAX_TEXT_CHARS) || `${at.getTime()} ${title}`;
    const tags = one.tags.slice(0, MAX_TAGS).map((tag) => toPlainText(tag, 40));
    entries.set(id, {
      id,
      at,
      title,
      text: toPlainText(one.text, MAX_TEXT_CHARS),
      link: parseWebLink(one.link),
      tags: tags.filter(Boolean),
    });
  }
  if (entries.size === 0) throw new Error('no entry was understood');
  return [...entries.values()].sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** News about the market. A sample is written by the product from simulated prices. */
export type NewsItem = Omit<PublishedEntry, 'tags'> & { topic: string | null; sample: boolean };

type RawEntry = { id: string; at: string; title: string; text: string; link: string; tags: string[] };

const NAMED_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const unescapeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });

function toPlainText(markup: string, longest: number): string {
  const text = unescapeEntities(markup.slice(0, 20_000).replace(/<[^<>]*>/g, ' '))
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ')
    .trim();
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

function parseWebLink(text: string): string | null {
  const address = text.trim();
  if (address.length > 500 || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.username || url.password ? null : url.href;
}

const textField = z.union([z.string(), z.number()]).transform(String).catch('');
const textListField = z
  .array(z.unknown())
  .transform((list) => list.map((one) => textField.parse(one)))
  .catch([]);

/** The field names that JSON Feed and common calendars use. */
const jsonEntrySchema = z
  .object({
    id: textField,
    guid: textField,
    title: textField,
    summary: textField,
    content_text: textField,
    content_html: textField,
    url: textField,
    link: textField,
    date_published: textField,
    date: textField,
    country: textField,
    currency: textField,
    impact: textField,
    importance: textField,
    tags: textListField,
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

function parseJson(body: string): RawEntry[] {
  const parsed: unknown = JSON.parse(body);
  const list = Array.isArray(parsed) ? parsed : ((parsed as Record<string, unknown>).items ?? []);
  return z
    .array(z.unknown())
    .parse(list)
    .flatMap((one) => jsonEntrySchema.safeParse(one).data ?? []);
}

const xmlParser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => ['item', 'entry', 'category', 'link'].includes(name),
});

type XmlNode = Record<string, unknown>;

function parseXml(body: string): RawEntry[] {
  // A feed needs no DOCTYPE, and a feed with one could define entities.
  if (/<!(DOCTYPE|ENTITY)/i.test(body)) throw new Error('a document type is not taken');
  if (XMLValidator.validate(body) !== true) throw new Error('broken XML');
  const root = xmlParser.parse(body) as XmlNode;
  const under = (node: unknown, name: string) => (node as XmlNode | undefined)?.[name];
  const items = under(under(under(root, 'rss'), 'channel'), 'item') ?? under(under(root, 'feed'), 'entry') ?? [];
  return (items as XmlNode[]).map((item) => ({
    id: textOf(item.guid ?? item.id),
    at: textOf(item.pubDate ?? item.published ?? item.updated ?? item['dc:date']),
    title: unescapeEntities(textOf(item.title)),
    text: unescapeEntities(textOf(item.description ?? item.summary ?? item.content)),
    link: unescapeEntities(linkOf(item.link)),
    tags: listOf(item.category).map((tag) => unescapeEntities(textOf(tag) || String(under(tag, '@term') ?? ''))),
  }));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the text of an element, with or without attributes; empty if it contains other elements. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? (value as XmlNode)['#text'] : value;
  return typeof text === 'string' ? text : '';
}

function linkOf(links: unknown): string {
  const found = listOf(links).map((link) => {
    const { '@href': href, '@rel': rel = 'alternate' } = (typeof link === 'object' ? link : {}) as XmlNode;
    return textOf(link) || (rel === 'alternate' ? String(href ?? '') : '');
  });
  return found.find(Boolean) ?? '';
}
