/** Names of fields that are never stored or restored, as on the server (`UNSTORED_FIELDS`). */
export const SECRET_FIELDS = /^(otp|.*password)$/i;

/** Builds the action's answer (`FormAnswer`) for a form that never reached the server. Null for a form of buttons only. */
export function buildRefusedAnswer(body: BodyInit | null | undefined, message: string): Response | null {
  if (!(body instanceof URLSearchParams || body instanceof FormData)) return null;
  const form = body.get('_form');
  if (form === null) return null;
  const input = [...body].filter(([name, value]) => typeof value === 'string' && !SECRET_FIELDS.test(name));
  const result = { status: 'error', initialValue: Object.fromEntries(input), error: { '': [message] } };
  // The key stays the same, so that the form still counts once when it is sent again.
  const answer = { form, result, ...(body.has('_key') && { formKey: body.get('_key') }) };
  return new Response(encodeTurboStream({ data: answer }), {
    status: 503,
    headers: { 'Content-Type': 'text/x-script' },
  });
}

export const isFailedRender = async (answer: Response): Promise<boolean> =>
  (await answer.text()).startsWith('[{"_1":2},"error"');

type Value = string | Value[] | { [name: string]: Value };

/** Encodes a value like Remix (turbo-stream 2): a flat list whose entries refer to others by index. */
export function encodeTurboStream(value: object): string {
  const parts: unknown[] = [];
  const place = (part: Value): number => {
    const at = parts.push(null) - 1;
    if (typeof part === 'string') parts[at] = part;
    else if (Array.isArray(part)) parts[at] = part.map(place);
    else parts[at] = Object.fromEntries(Object.entries(part).map(([name, held]) => [`_${place(name)}`, place(held)]));
    return at;
  };
  place(value as Value);
  return `${JSON.stringify(parts)}\n`;
}
