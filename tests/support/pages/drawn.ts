/** A rendered control of a form that a person fills in. */
type Control = { name: string; type: string; value: string; isRefused: boolean; options: string[] };

/**
 * Rendered form: its hidden fields, its controls, and for each control whether its surrounding folds are open,
 * outermost first.
 */
export type FilledForm = {
  action: string;
  multipart: boolean;
  hidden: Record<string, string>;
  controls: (Control & { folds: boolean[] })[];
};

const NOT_FILLED = /^(hidden|submit|button|file|image|reset)$/;

const UNESCAPED: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };
export const unescaped = (text: string) => text.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name) => UNESCAPED[name] ?? '');

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      unescaped(value),
    ]),
  );

/**
 * Returns the post forms of a page, and the exclusive folds and menus that contain a field. Relies on React, which
 * escapes `>` in attributes.
 */
export function drawnForms(html: string, path: string): { forms: FilledForm[]; closing: string[] } {
  const forms: FilledForm[] = [];
  const closing: string[] = [];
  const folds: { open: boolean; name?: string }[] = [];
  let form: FilledForm | null = null;
  let select: (Control & { folds: boolean[] }) | null = null;
  for (const { 1: end, 2: tag = '', 3: rest = '', index } of html.matchAll(/<(\/?)([a-z]+)\b([^>]*)>/g)) {
    if (tag === 'details') {
      if (end) folds.pop();
      else folds.push({ open: 'open' in attributesOf(rest), name: attributesOf(rest).name });
    } else if (tag === 'form') {
      const { method, action, enctype } = attributesOf(rest);
      form = null;
      if (!end && method === 'post') {
        form = { action: action ?? path, multipart: enctype === 'multipart/form-data', hidden: {}, controls: [] };
        forms.push(form);
      }
    } else if (tag === 'select' && end) {
      select = null;
    } else if (form && !end && (tag === 'input' || tag === 'select' || tag === 'textarea')) {
      const { name, type = tag, value = '', 'aria-invalid': invalid, checked, readonly } = attributesOf(rest);
      if (!name || readonly !== undefined) continue;
      if (NOT_FILLED.test(type)) {
        if (type === 'hidden') form.hidden[name] = value;
        continue;
      }
      const exclusive = folds.find((fold) => fold.name);
      if (exclusive) closing.push(`${path}: ${name} in ${exclusive.name}`);
      const ticks = type === 'checkbox' || type === 'radio';
      const text = tag === 'textarea' ? unescaped(/>\n?([^<]*)/.exec(html.slice(index))?.[1] ?? '') : value;
      const control = {
        name,
        type,
        value: ticks && checked === undefined ? '' : text,
        isRefused: invalid !== undefined,
        options: ticks ? [value] : [],
        folds: folds.map(({ open }) => open),
      };
      form.controls.push(control);
      if (tag === 'select') select = control;
    } else if (select && tag === 'option' && !end) {
      // An option without a value has its text as the value.
      const { value = unescaped(/>([^<]*)/.exec(html.slice(index))?.[1] ?? ''), selected } = attributesOf(rest);
      if (selected !== undefined || select.options.length === 0) select.value = value;
      select.options.push(value);
    }
  }
  return { forms, closing };
}
