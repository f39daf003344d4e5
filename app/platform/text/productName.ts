/** What the product is called: in titles of pages, mails, shared links and second factors. */
export const PRODUCT_NAME = 'Mirrorbook';

/** The title of a page, as browsers and search engines show it: `Deposits · Mirrorbook`. */
export const pageTitle = (title: string): string => `${title} · ${PRODUCT_NAME}`;
