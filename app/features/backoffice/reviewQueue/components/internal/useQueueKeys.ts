import { useEffect } from 'react';
import { OPEN_ENTRY_ID } from '~/ui/tables/WorkList';
import { TICKED_ENTRIES_INTENT } from '../../several';

export const QUEUE_SHORTCUTS = [
  { key: 'J', does: 'next entry' },
  { key: 'K', does: 'entry before' },
  { key: 'A', does: 'approve, answer or mark as paid; press again to confirm' },
  { key: 'R', does: 'reject, with a reason' },
  { key: 'H', does: 'hold, with a reason' },
  { key: 'X', does: 'tick the open entry' },
  { key: 'T', does: 'tick all, or none' },
  { key: 'D', does: 'decide about the ticked ones' },
  { key: '/', does: 'search' },
  { key: '?', does: 'these shortcuts' },
] as const;

const queryAll = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

function moveFocus(by: 1 | -1): void {
  const lines = queryAll('[data-line]');
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

export function setAllChecked(ticked: boolean): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('li input[type=checkbox]')) box.checked = ticked;
}

/** Presses the focused button of a form or of its preview; returns null if neither has the focus. */
function pressFocused(form: HTMLElement): HTMLElement | null {
  const button = form.querySelector<HTMLElement>('button:not([type=button])');
  if (!button || (document.activeElement !== button && !form.querySelector('section:focus'))) return null;
  button.click();
  return button;
}

/** Moves the focus to a decision of the open entry. A second key stroke presses the button, so that a single key stroke never decides. */
function focusDecision(key: string): void {
  const form = document.querySelector<HTMLFormElement>(`#${OPEN_ENTRY_ID} form[data-key=${key}]`);
  if (!form || pressFocused(form)) return;
  const button = form.querySelector<HTMLElement>('button:not([type=button])');
  const fold = form.closest('details');
  if (fold) fold.open = true;
  const field = form.querySelector<HTMLElement>(fold ? 'input:not([type=hidden])' : 'textarea');
  (field ?? button)?.focus();
}

/**
 * Moves the focus to the decision about several entries. A second key stroke presses the button, as in
 * `focusDecision`.
 */
function focusSeveralDecision(): void {
  const tool = openTool(TICKED_ENTRIES_INTENT);
  if (tool && !pressFocused(tool)) tool.querySelector<HTMLElement>('select')?.focus();
}

const SHORTCUT_ACTIONS: Readonly<Record<string, () => void>> = {
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  a: () => focusDecision('a'),
  r: () => focusDecision('r'),
  h: () => focusDecision('h'),
  x: () => document.querySelector<HTMLElement>('li:has([aria-current]) input[type=checkbox]')?.click(),
  t: () => setAllChecked(document.querySelector('li input[type=checkbox]:not(:checked)') !== null),
  d: focusSeveralDecision,
  '/': () => openTool('filter')?.querySelector<HTMLElement>('[type=search]')?.focus(),
  '?': () => openTool('keys')?.querySelector('summary')?.focus(),
};

const TEXT_INPUTS = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Listens for a queue's keyboard shortcuts. Repeats of a held key and keys in text fields are ignored. */
export function useQueueKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if ((event.target as HTMLElement | null)?.matches?.(TEXT_INPUTS)) return;
      const does = SHORTCUT_ACTIONS[event.key.toLowerCase()];
      if (!does) return;
      event.preventDefault();
      does();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
