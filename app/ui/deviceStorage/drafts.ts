import { readStored, type Store, writeStored } from './store';

/* Unsent input of forms. It survives a reload, an ended session and a closed tab. Secrets and files are never stored. */

/** Differences from the page's values, by field. A checkbox has its value, or an empty text if it was unchecked. */
export type Draft = { at: number; values: Record<string, string> };

type Drafts = Record<string, Draft>;

const DRAFT_LIMITS = { forms: 10, characters: 20_000 };

function limitDrafts(drafts: Drafts): Drafts {
  let characters = 0;
  const stored = Object.entries(drafts)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, DRAFT_LIMITS.forms)
    .filter(([, { values }]) => {
      characters += JSON.stringify(values).length;
      return characters <= DRAFT_LIMITS.characters;
    });
  return Object.fromEntries(stored);
}

export const readDrafts = (store: Store, person: string, now: number): Drafts =>
  limitDrafts(readStored<Draft>(store, 'typed', person, now));

/** Stores a form's draft if the storage allows it. A draft without values is deleted. */
export function saveDraft(store: Store, person: string, form: string, values: Draft['values'], now: number): void {
  const { [form]: _, ...others } = readDrafts(store, person, now);
  const isEmpty = Object.keys(values).length === 0;
  writeStored(store, 'typed', person, limitDrafts(isEmpty ? others : { ...others, [form]: { at: now, values } }));
}
