export { changeEntry } from './changeEntry.server';
export type { CatalogueKind } from './kinds';
export { type EntryStep, entryStep, wholeCatalogue } from './queries.server';
export { LIMITS, type LimitKey, RATES } from './rates';
