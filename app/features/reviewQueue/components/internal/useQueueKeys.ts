import { useEffect } from 'react';
import { OPEN_ID } from '~/ui/tables/WorkList';
import { SEVERAL } from '../../several';

/** The keys of a queue and what each does. */
export const KEYS = [
  { key: 'J', does: 'next entry' },
  { key: 'K', does: 'entry before' },
  {
    key: 'A',
    does: 'approve: goes to the button, again shows what it does, again does it; answer and paid: goes to the text',
  },
  { key: 'R', does: 'reject, with a reason' },
  { key: 'H', does: 'hold, with a reason' },
  { key: 'X', does: 'tick the open entry' },
  { key: 'T', does: 'tick all, or none' },
  { key: 'D', does: 'decide about the ticked ones' },
  { key: '/', does: 'search' },
  { key: '?', does: 'these shortcuts' },
] as const;

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

/** Opens the entry after (1) or before (-1) the open one, and leaves the focus on its line. */
function step(by: 1 | -1): void {
  const lines = all('[data-line]');
  const at = lines.findIndex((line) => line.ariaCurrent === 'true');
  const line = lines[at < 0 ? 0 : at + by];
  line?.click();
  line?.focus({ preventScroll: true });
  line?.scrollIntoView({ block: 'nearest' });
}

function openTool(name: string): HTMLElement | null {
  const tool = document.querySelector<HTMLDetailsElement>(`details#tool-${name}`);
  if (tool) tool.open = true;
  return tool;
}

/** Ticks all entries of the list, or none. */
export function tickAll(ticked: boolean): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('li input[type=checkbox]')) box.checked = ticked;
}

/** Presses the button of a form that has the focus, or whose effect, just shown, has it; null where neither has. */
function pressFocused(form: HTMLElement): HTMLElement | null {
  const button = form.querySelector<HTMLElement>('button:not([type=button])');
  if (!button || (document.activeElement !== button && !form.querySelector('section:focus'))) return null;
  button.click();
  return button;
}

/**
 * Goes to a decision of the open entry: unfolds it and leads to its field, or to its button. Where the button or the effect has the
 * focus already, it is pressed, so nothing is decided by one stroke of a key.
 */
function decide(key: string): void {
  const form = document.querySelector<HTMLFormElement>(`#${OPEN_ID} form[data-key=${key}]`);
  if (!form || pressFocused(form)) return;
  const button = form.querySelector<HTMLElement>('button:not([type=button])');
  const fold = form.closest('details');
  if (fold) fold.open = true;
  const field = form.querySelector<HTMLElement>(fold ? 'input:not([type=hidden])' : 'textarea');
  (field ?? button)?.focus();
}

/** Goes to the decision about several, or presses its button, as `decide` does. */
function decideSeveral(): void {
  const tool = openTool(SEVERAL);
  if (tool && !pressFocused(tool)) tool.querySelector<HTMLElement>('select')?.focus();
}

const DOES: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  a: () => decide('a'),
  r: () => decide('r'),
  h: () => decide('h'),
  x: () => document.querySelector<HTMLElement>('li:has([aria-current]) input[type=checkbox]')?.click(),
  t: () => tickAll(document.querySelector('li input[type=checkbox]:not(:checked)') !== null),
  d: decideSeveral,
  '/': () => openTool('filter')?.querySelector<HTMLElement>('[type=search]')?.focus(),
  '?': () => openTool('keys')?.querySelector('summary')?.focus(),
};

const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Listens for the keys of a queue. One that is held down counts once, and none where something is typed. */
export function useQueueKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if ((event.target as HTMLElement | null)?.matches?.(TYPED_INTO)) return;
      const does = DOES[event.key.toLowerCase()];
      if (!does) return;
      event.preventDefault();
      does();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
