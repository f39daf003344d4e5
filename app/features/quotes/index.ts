export { quotesAlteredAt } from '~/trading/prices/quotes.server';
export { heldOnOtherFeed } from './otherFeed.server';
export { QUOTE_FIGURES, quoteJobs } from './pollQuotes.server';
export { feedOfNow, isCurrent, isTradedHere, pricesFor, priceToJudgeBy, simulatedPrices } from './prices.server';
export { silentSince } from './silentSource.server';
