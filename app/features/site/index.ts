export { isStalePrice } from './market/live/isLate.server';
export { loadChart, loadPriceRows, sortByOpening } from './market/queries.server';
export { parseChoice } from './market/query';
