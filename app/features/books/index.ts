export { booksNow } from './books.server';
export type { BooksAlarm } from './checkBooks.server';
export { AUDIT_FIGURES, checkBooksDaily, lastCheck } from './checkBooks.server';
export { fundReserve, shiftReserve, takeBackReserve } from './reserves.server';
export { otherReserve, reserveSchema } from './schema';
