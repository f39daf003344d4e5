type Faulty = { ok: false; message: string; field?: string };

const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Returns the message about a zero byte in a field, which PostgreSQL can't store. */
export const zeroByteMessage = (field: string): string => `The field "${field}" holds a zero byte.`;

/** Parses a JSON object. Refuses duplicate names, which parsers resolve differently. */
export function parseStrictly(text: string): { ok: true; value: Record<string, unknown> } | Faulty {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: 'The body is not JSON.' };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { ok: false, message: 'The body must be a JSON object.' };
  }
  const fault = findFaultyName(text);
  return fault ? { ok: false, ...fault } : { ok: true, value: value as Record<string, unknown> };
}

/** Finds the first name in valid JSON that is duplicated, forbidden in this product, or contains a zero byte. */
function findFaultyName(text: string): { message: string; field: string } | null {
  const open: (Set<string> | null)[] = [];
  let last = '';
  let current = '';
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token !== ':' && last.includes('\\u0000') && JSON.parse(last).includes('\0')) {
      return { message: zeroByteMessage(current), field: current };
    }
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const field: string = JSON.parse(last);
      const names = open.at(-1);
      if (FORBIDDEN_NAMES.has(field)) return { message: `No field is called "${field}".`, field };
      if (names?.has(field)) return { message: `The field "${field}" is there more than once.`, field };
      names?.add(field);
      current = field;
    }
    last = token;
  }
  return null;
}
