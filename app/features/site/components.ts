export { PriceNow } from './market/components/analysis/Figures';
export { PriceNote } from './market/components/prices/PriceNote';
export { formatPrice } from './market/format';
export { ActionProblem } from './shell/ActionProblem';
export { Announcements } from './shell/Announcements';
export { Questions, SupportLink } from './shell/SupportLink';
