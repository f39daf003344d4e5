export { formatPrice } from '../format';
export { PriceNow } from './analysis/Figures';
export { PriceNote } from './prices/PriceNote';
