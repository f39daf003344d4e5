export { isStalePrice } from './market/live/isLate.server';
export { chartOf, priceRowsOf } from './market/queries.server';
export { choiceIn } from './market/query';
