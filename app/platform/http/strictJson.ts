/** Why a body is not what was asked for; `field` is the name it is about. */
type Faulty = { ok: false; message: string; field?: string };

const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype']);
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Refused wherever it stands: no text of ours has one, and PostgreSQL keeps none. */
export const zeroByte = (field: string): string => `The field "${field}" holds a zero byte.`;

/** An object in JSON, each name in it once: of two values for one name, people and programs take different ones. */
export function parseStrictly(text: string): { ok: true; value: Record<string, unknown> } | Faulty {
  let value: unknown;
  let withZero: string | undefined;
  try {
    value = JSON.parse(text, (name, each) => {
      if (typeof each === 'string' && each.includes('\0')) withZero ??= name;
      return each;
    });
  } catch {
    return { ok: false, message: 'The body is not JSON.' };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { ok: false, message: 'The body must be a JSON object.' };
  }
  if (withZero !== undefined) return { ok: false, message: zeroByte(withZero), field: withZero };
  const fault = faultyName(text);
  return fault ? { ok: false, ...fault } : { ok: true, value: value as Record<string, unknown> };
}

/** The first name of valid JSON that stands twice in its object, or that no object of ours has. */
function faultyName(text: string): { message: string; field: string } | null {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const field: string = JSON.parse(last);
      const names = open.at(-1);
      if (DANGEROUS.has(field)) return { message: `No field is called "${field}".`, field };
      if (names?.has(field)) return { message: `The field "${field}" is there more than once.`, field };
      names?.add(field);
    }
    last = token;
  }
  return null;
}
