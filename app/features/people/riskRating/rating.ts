import type { RISK_RATINGS } from '#drizzle/schema';

export type RiskRating = (typeof RISK_RATINGS)[number];

export const RISK_NAMES: Record<RiskRating, string> = { low: 'Low', medium: 'Medium', high: 'High' };

export const RISK_RATING_VALUES = Object.keys(RISK_NAMES) as [RiskRating, ...RiskRating[]];
