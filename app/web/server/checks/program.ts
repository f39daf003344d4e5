/** Returns whether a program sent this request (JSON, `Origin`, or `Sec-Fetch-Dest: empty`), as opposed to a browser opening a link. */
export function isProgram(header: (name: string) => string | null): boolean {
  if (header('Sec-Purpose') !== null || header('Purpose') !== null) return false;
  if (header('Origin') !== null || header('Sec-Fetch-Dest') === 'empty') return true;
  const accept = header('Accept') ?? '';
  return /application\/json/i.test(accept) && !/text\/html/i.test(accept);
}
