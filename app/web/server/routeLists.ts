/*
 * A browser that navigates by itself gets a list of the routes that it may go to. Administrators have pages and a sign-in of their own, so
 * there are two lists, each without the pages of the others: an address in none of them is opened as a document.
 */

/** The address of the administrators' list, from that of all others' as the build names it. */
export const staffList = (list: string): string => list.replace(/\.js$/, '-staff.js');
