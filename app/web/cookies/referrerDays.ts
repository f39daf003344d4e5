/** How many days a browser remembers who referred its user. */
export const REFERRER_DAYS = 30;
