/**
 * Returns whether a program sends this request, rather than a browser that opens a link to look. A program names JSON, or is the script of
 * a page (`Origin`, or `Sec-Fetch-Dest: empty`); a prefetching browser is none.
 * @param header a header of the request, by its name; null where it is not there
 */
export function isProgram(header: (name: string) => string | null): boolean {
  if (header('Sec-Purpose') !== null || header('Purpose') !== null) return false;
  if (header('Origin') !== null || header('Sec-Fetch-Dest') === 'empty') return true;
  const accept = header('Accept') ?? '';
  return /application\/json/i.test(accept) && !/text\/html/i.test(accept);
}
