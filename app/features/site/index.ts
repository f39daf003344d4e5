export { isLate } from './market/live/isLate.server';
export { chartOf, pricesOf } from './market/queries.server';
export { choiceIn } from './market/query';
