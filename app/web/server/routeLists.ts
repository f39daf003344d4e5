/* Routes that browsers know, for administrators and investors apart: other addresses are loaded as documents. */

export const staffList = (list: string): string => list.replace(/\.js$/, '-staff.js');
