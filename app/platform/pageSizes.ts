/* Page sizes of lists. `db/paging.ts` cuts the lists. */

export const ROWS_ON_A_PAGE = 25;

/** Traders, as cards, on a page of those that can be copied: a phone shows each on a third of its screen. */
export const CARDS_ON_A_PAGE = 12;

/** Trades of a copy beside the trader's: on a phone a row is two lines or three, below all else that the page says of the copy. */
export const COMPARED_TRADES_ON_A_PAGE = 18;

/** Closed trades below the list of copies, which is what that page is for. */
export const COPY_RESULTS_ON_A_PAGE = 10;

export const ROWS_BESIDE_A_FORM = 3;
