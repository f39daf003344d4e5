type Parameterized = { value: string; parameters: ReadonlyMap<string, string> };

const VALUE_PATTERN = /^\s*([^\s;,"=]+)\s*/;
const PARAMETER_PATTERN = /;\s*(?:([^\s;,"=]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))\s*)?/y;

/** Parses `value; name=token; name="quoted"`. Null for other text, or if a parameter occurs twice. */
export function parseParameters(header: string): Parameterized | null {
  const [start = '', value] = VALUE_PATTERN.exec(header) ?? [];
  if (value === undefined) return null;
  const parameters = new Map<string, string>();
  let end = start.length;
  while (end < header.length) {
    PARAMETER_PATTERN.lastIndex = end;
    const [found, name, quoted, token] = PARAMETER_PATTERN.exec(header) ?? [];
    if (found === undefined) return null;
    end += found.length;
    if (name === undefined) continue;
    if (parameters.has(name.toLowerCase())) return null;
    // A backslash escapes only these two characters, because old browsers send Windows paths as file names.
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? token ?? '');
  }
  return { value: value.toLowerCase(), parameters };
}

const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** Parses a `Content-Type`; null if it is ambiguous or names a character set other than UTF-8. */
export function parseContentType(header: string | null): Parameterized | null {
  const type = parseParameters(header ?? '');
  return type && UTF8_NAMES.has((type.parameters.get('charset') ?? 'utf-8').toLowerCase()) ? type : null;
}
