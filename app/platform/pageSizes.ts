/* Page sizes of lists, which `db/paging.ts` divides into pages. */

export const ROWS_ON_A_PAGE = 25;

/** Number of trader cards per page. Each takes a third of a phone's screen. */
export const CARDS_ON_A_PAGE = 12;

/** Number of rows per page that compare trades of a copy with its trader's. Each takes two or three lines on a phone. */
export const COMPARED_TRADES_ON_A_PAGE = 18;

/** Number of closed trades on the page of copies, which shows them below the copies. */
export const COPY_RESULTS_ON_A_PAGE = 10;

export const ROWS_NEXT_TO_A_FORM = 3;
