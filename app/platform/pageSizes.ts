/* Page sizes of lists. `db/paging.ts` cuts the lists. */

export const ROWS_ON_A_PAGE = 25;

/** Cards of traders per page; each takes a third of a phone's screen. */
export const CARDS_ON_A_PAGE = 12;

/** Rows per page that compare trades of a copy with its trader's; each takes two or three lines on a phone. */
export const COMPARED_TRADES_ON_A_PAGE = 18;

/** Rows of closed trades on the page of copies, which are secondary there. */
export const COPY_RESULTS_ON_A_PAGE = 10;

export const ROWS_BESIDE_A_FORM = 3;
