export { addEntry } from './addEntry.server';
export { changeEntry } from './changeEntry.server';
export { entryChanges, entryRow, newEntry } from './entryChanges.server';
export { KIND_NAMES, type Kind } from './kinds';
export { type EntryStep, entryStep, wholeCatalogue } from './queries.server';
export { LIMITS, type LimitKey, RATES, rateTyped } from './rates';
export { ADD, CHANGE, formSchema, RATE } from './schema';
