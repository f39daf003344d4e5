import { SECRET } from '../forms/scripts/refusedForm';
import { readStored, type Store, writeStored } from './store';

/* Forms that were sent and had no answer yet. Only those with a key, which count once, and without files or secrets. */

export type WaitingForm = {
  at: number;
  title: string;
  page: string;
  to: string;
  fields: [string, string][];
  /** Key of its draft; a form of buttons alone has none. */
  draft: string | null;
};

/** More than a person sends on a page without a connection. */
const MAX_FORMS = 5;

/** Age up to which a form is resent without confirmation, milliseconds. A clock error of that size, either way, makes it old too. */
const RESEND_MAX_AGE_MS = 3_600_000;

export const isFresh = ({ at }: Pick<WaitingForm, 'at'>, now: number): boolean =>
  Math.abs(now - at) <= RESEND_MAX_AGE_MS;

export function fieldsOf(body: URLSearchParams | FormData): [string, string][] | null {
  const fields: [string, string][] = [];
  for (const [name, value] of body as Iterable<[string, string | File]>) {
    if (typeof value === 'string' ? SECRET.test(name) && value !== '' : value.size > 0) return null;
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

/** Keeps a form that is on its way, or forgets one (null). @returns whether the storage took it */
export function saveWaiting(store: Store, person: string, key: string, form: WaitingForm | null, now: number): boolean {
  const { [key]: _, ...others } = readWaiting(store, person, now);
  if (form && Object.keys(others).length >= MAX_FORMS) return false;
  return writeStored(store, 'waiting', person, form ? { ...others, [key]: form } : others);
}
