export { addEntry } from './addEntry.server';
export { changeEntry } from './changeEntry.server';
export { entryChanges, entryRow, newEntry } from './entryChanges.server';
export { KIND_NAMES, type Kind, RATES, rateTyped } from './kinds';
export { LIMITS, type LimitKey } from './limits';
export { type EntryStep, entryStep, wholeCatalogue } from './queries.server';
export { ADD, CHANGE, formSchema, RATE } from './schema';
