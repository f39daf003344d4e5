/** Returns the visible text in a page's HTML, with single spaces. */
export const textOf = (html: string): string =>
  html
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
