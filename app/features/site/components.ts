export { Price, PriceChange, PriceNow } from './market/components/analysis/Figures';
export { InstrumentMark } from './market/components/InstrumentMark';
export { PriceNote } from './market/components/prices/PriceNote';
export { formatPrice } from './market/format';
export { getCommonName, getSecondaryName, MARKET_PAGES } from './market/naming';
export { ActionProblem } from './shell/ActionProblem';
export { Announcements } from './shell/Announcements';
export { HelpLinks, SupportLink } from './shell/SupportLink';
