export { bookDays } from './bookDays.server';
export { booksNow } from './books.server';
export type { BooksAlarm } from './checkBooks.server';
export { AUDIT_FIGURES, checkBooksDaily, lastCheck } from './checkBooks.server';
export { CHANGES_CHECKED_EVERY, CHANGES_FIGURES, checkChanges, lastChangesCheck } from './checkChanges.server';
export { monthJobs } from './months/monthReport.server';
export { bookNetworkFee, fundReserve, takeBackReserve } from './reserves.server';
