import { SECRET_FIELDS } from '../forms/scripts/refusedForm';
import { readStored, type Store, writeStored } from './store';

/* Forms that were sent but not answered yet. Forms without a key, or with files or secrets, are not stored. */

export type WaitingForm = {
  at: number;
  title: string;
  page: string;
  to: string;
  fields: [string, string][];
  /** Key of its draft; null for a form of buttons only. */
  draft: string | null;
};

/** Largest number of stored forms, more than a person sends offline. */
const MAX_WAITING_FORMS = 5;

/** Age up to which a form is resent without asking, milliseconds. Times that far in the future (wrong clock) count as old too. */
const RESEND_MAX_AGE_MS = 3_600_000;

export const isFresh = ({ at }: Pick<WaitingForm, 'at'>, now: number): boolean =>
  Math.abs(now - at) <= RESEND_MAX_AGE_MS;

export function fieldsOf(body: URLSearchParams | FormData): [string, string][] | null {
  const fields: [string, string][] = [];
  for (const [name, value] of body as Iterable<[string, string | File]>) {
    if (typeof value === 'string' ? SECRET_FIELDS.test(name) && value !== '' : value.size > 0) return null;
    if (typeof value === 'string' && name !== '_csrf') fields.push([name, value]);
  }
  return fields;
}

export const submittedFields = ({ fields }: Pick<WaitingForm, 'fields'>): Record<string, string> =>
  Object.fromEntries(fields.filter(([name]) => !name.startsWith('_')));

export const readWaiting = (store: Store, person: string, now: number): Record<string, WaitingForm> =>
  Object.fromEntries(
    Object.entries(readStored<WaitingForm>(store, 'waiting', person, now)).sort(
      ([, one], [, other]) => one.at - other.at,
    ),
  );

/** Stores a sent form, or deletes one (null). @returns whether the storage accepted it */
export function saveWaiting(store: Store, person: string, key: string, form: WaitingForm | null, now: number): boolean {
  const { [key]: _, ...others } = readWaiting(store, person, now);
  if (form && Object.keys(others).length >= MAX_WAITING_FORMS) return false;
  return writeStored(store, 'waiting', person, form ? { ...others, [key]: form } : others);
}
