export { isStalePrice } from './market/live/isLate.server';
export { loadChart, loadPriceRows } from './market/queries.server';
export { parseChoice } from './market/query';
