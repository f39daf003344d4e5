export { addEntry } from './addEntry.server';
export { changeEntry } from './changeEntry.server';
export { addedMethod, changedMethod, redirects } from './depositMethods.server';
export { KIND_NAMES } from './kinds';
export { type EntryStep, entryStep, wholeCatalogue } from './queries.server';
export { ADD, CHANGE, formSchema } from './schema';
