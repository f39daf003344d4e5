const MOMENT_KINDS = ['first-trade', 'matured', 'paid', 'rank'] as const;

export type Moment = (typeof MOMENT_KINDS)[number];

/** Returns the important event that a notification's link names; undefined for other notifications. */
export const findMoment = (href: string): Moment | undefined => MOMENT_KINDS.find((name) => href.endsWith(`#${name}`));
