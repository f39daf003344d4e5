import type { RISK_RATINGS } from '#drizzle/schema';

/** How much care decisions about an investor take. */
export type RiskRating = (typeof RISK_RATINGS)[number];

/** What the staff calls each, the lowest first. */
export const RISK_NAMES: Record<RiskRating, string> = { low: 'Low', medium: 'Medium', high: 'High' };

/** The ratings, the lowest first. */
export const RATINGS = Object.keys(RISK_NAMES) as [RiskRating, ...RiskRating[]];
