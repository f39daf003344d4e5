const MAX_CHARACTERS = 100;

/** Returns a file's name for display, without folders, control characters and direction marks (`gpj.exe`), with its real extension. */
export function displayName(declared: string, extension: string): string {
  const base = declared.split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const stem = plain.replace(/\.[^.]*$/, '').replace(/^[. ]+/, '');
  const maxStemLength = MAX_CHARACTERS - extension.length - 1;
  return `${[...stem].slice(0, maxStemLength).join('').trim() || 'upload'}.${extension}`;
}
