/*
 * Lists of routes for browsers. Administrators and investors have separate lists without each other's pages: an address in none is opened
 * as a document.
 */

export const staffList = (list: string): string => list.replace(/\.js$/, '-staff.js');
