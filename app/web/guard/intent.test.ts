import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intentOf, readPostedForm } from './postedForm.server';

function formOf(intent: string | File | null): FormData {
  const form = new FormData();
  if (intent !== null) form.append('_intent', intent);
  return form;
}

const refused = expect.objectContaining({ init: { status: 400 } });
const attempt = (form: FormData, intents: readonly string[]) => {
  try {
    return intentOf(form, intents);
  } catch (thrown) {
    return thrown;
  }
};

describe('the intent of a form', () => {
  test('is exactly one of those of the page', () => {
    const intents = ['pause', 'resume'];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...intents), fc.string()), (input) => {
        expect(attempt(formOf(input), intents)).toEqual(intents.includes(input) ? input : refused);
      }),
    );
  });

  test.each([null, '', 'PAUSE', ' pause', 'pause\0', 'toString', '__proto__', new File(['pause'], 'pause')])(
    '%j is refused by a page with others',
    (input) => {
      expect(attempt(formOf(input), ['pause', 'resume'])).toEqual(refused);
    },
  );

  test('is absent on a page with one action, which refuses any intent', () => {
    expect(attempt(formOf(null), [])).toBeUndefined();
    for (const provided of ['', 'save']) expect(attempt(formOf(provided), [])).toEqual(refused);
  });
});

test('a form has each field once, except for checkboxes of a list', async () => {
  const post = (fields: [string, string][]) =>
    readPostedForm(new Request('http://mirrorbook.example/', { method: 'POST', body: new URLSearchParams(fields) }));
  const ticked: [string, string][] = [
    ['ids', '1'],
    ['ids', '2'],
  ];
  expect((await post(ticked)).getAll('ids')).toEqual(['1', '2']);
  for (const name of ['amount', '_key', 'ids[]']) {
    const twice: [string, string][] = [
      [name, '1'],
      [name, '2'],
    ];
    await expect(post(twice), name).rejects.toEqual(refused);
  }
});
