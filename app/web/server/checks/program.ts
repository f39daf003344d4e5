/**
 * Is this request a program's, that asks for what a link does, rather than a browser's that opens it to look? A program names
 * JSON, or is the script of a page (which sends `Origin`, or `Sec-Fetch-Dest: empty`). A browser that fetches a page before it
 * is asked for, and whatever else follows links to look at them, is none.
 * @param header a header of the request, by its name; null where it is not there
 */
export function isProgram(header: (name: string) => string | null): boolean {
  if (header('Sec-Purpose') !== null || header('Purpose') !== null) return false;
  if (header('Origin') !== null || header('Sec-Fetch-Dest') === 'empty') return true;
  const accept = header('Accept') ?? '';
  return /application\/json/i.test(accept) && !/text\/html/i.test(accept);
}
