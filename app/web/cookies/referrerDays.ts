export const REFERRER_DAYS = 30;
