/* Lists of routes for browsers, separate for administrators and investors. Other addresses are loaded as documents. */

export const staffList = (list: string): string => list.replace(/\.js$/, '-staff.js');
