/** The longest name that is kept, in characters. */
const LONGEST = 100;

/**
 * A file's name for showing: without folders, controls and direction marks (which make `gpj.exe` read as `exe.jpg`), at most 100
 * characters, and with the ending of its real content. It is never used as a path.
 * @param extension without the dot
 */
export function displayName(declared: string, extension: string): string {
  const base = declared.split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const stem = plain.replace(/\.[^.]*$/, '').replace(/^[. ]+/, '');
  const room = LONGEST - extension.length - 1;
  return `${[...stem].slice(0, room).join('').trim() || 'upload'}.${extension}`;
}
