const INLINE = /<\/?(a|abbr|b|em|span|strong|time|code|wbr|i|small|sup|svg|path|dfn)\b[^>]*>|<!--.*?-->/gs;

const FEWEST_WORDS = 3;

/** Returns the visible text of a page or a mail, in blocks, with one digit in place of each number. */
export function sentencesOf(html: string): string[] {
  const blocks = html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, '')
    .replace(INLINE, '')
    .split(/<[^>]+>|\n\n/)
    .map((text) =>
      text
        .replaceAll('&#x27;', '’')
        .replaceAll('&amp;', '&')
        .replaceAll('&quot;', '"')
        .replace(/\s+/g, ' ')
        .replace(/\d[\d.,:]*/g, '0')
        .trim(),
    );
  return [...new Set(blocks.filter((text) => text.split(' ').length >= FEWEST_WORDS))];
}
