export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const NON_TEXT_INPUT = /^(button|checkbox|file|hidden|image|radio|reset|submit)$/;

export const isTextControl = (element: unknown): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !NON_TEXT_INPUT.test(element.type));

export function initialValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/**
 * Stores input entered before React starts, because its start resets selects. @returns the function that restores the
 * input
 */
export function storeInput(): () => void {
  const input = new Map<Control, string>();
  const note = (element: unknown) => {
    if (isTextControl(element)) input.set(element, element.value);
  };
  for (const control of document.querySelectorAll('input, textarea, select')) {
    if (isTextControl(control) && control.value !== initialValue(control)) note(control);
  }
  const listen = ({ target }: Event) => note(target);
  document.addEventListener('input', listen, true);
  return () => {
    document.removeEventListener('input', listen, true);
    for (const [control, value] of input) if (control.value !== value) control.value = value;
  };
}
